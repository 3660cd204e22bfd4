import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'
import type { Report } from '../core/results.ts'

interface Seen {
  readonly report: Report
  readonly crash?: string
  readonly beats: number
  readonly printed: string
  readonly exitCode?: number
  readonly listeners: number
}

/** Runs suites of fixtures/engine in a process of its own, as the command would. `stopAfter`: milliseconds. */
async function engine(files: readonly string[], stopAfter?: number): Promise<Seen> {
  const driver = new URL('../../fixtures/engine/driver.ts', import.meta.url).pathname
  const { stdout, stderr } = await promisify(execFile)(
    process.execPath,
    [driver, JSON.stringify({ files, stopAfter })],
    {
      cwd: new URL('../../fixtures/engine/strange-project', import.meta.url).pathname,
      env: {},
    },
  )
  expect(stderr).toBe('')
  return JSON.parse(stdout)
}

const statuses = ({ report }: Seen) => report.targets.map(({ rules }) => rules.map(({ status }) => status))

describe('the engine', { timeout: 30_000 }, () => {
  test('one target for each suite, its results in order, the exit code and signals left alone', async () => {
    const seen = await engine(['good', 'bad'])
    expect(statuses(seen)).toEqual([
      ['passed', 'skipped', 'observed'],
      ['passed', 'failed', 'warned'],
    ])
    expect(seen.report.targets.map(({ verdict }) => verdict)).toEqual(['conformant', 'nonconformant'])
    expect(seen).toMatchObject({ listeners: 0 })
    expect([seen.crash, seen.exitCode]).toEqual([undefined, undefined])
  })

  test('interrupted: what is known is told, soon', async () => {
    const seen = await engine(['slow'], 700)
    expect(statuses(seen)).toEqual([['inconclusive', 'inconclusive']])
    expect(seen.report.run).toMatchObject({ interrupted: true, complete: false })
    expect(seen.report.run.durationMs).toBeLessThan(10_000)
    expect(seen.beats).toBeGreaterThan(0)
  })

  test.for([
    ['unloadable', 'cannot be loaded'],
    ['dying', 'ended with exit code 7'],
    ['silent', 'ended without a result'],
    ['rejecting', 'nobody waits for this'],
    ['missing', 'Cannot find module'],
    ['leaking', 'the key is tk_0123456789abcdef_****'],
  ])('%s: a crash of the suite, said in one line', async ([file, said]) => {
    const { report, crash } = await engine([file!])
    expect(crash).toContain(said)
    expect(report.run).toMatchObject({ crash, complete: false })
    expect(report.targets[0]!.verdict).toBe('inconclusive')
  })

  test('what a control module prints is handed on, without secrets', async () => {
    const { printed, report } = await engine(['printing'])
    expect(printed).toBe('supplied tk_0123456789abcdef_****\ncreated ****\n')
    expect(report.targets[0]!.verdict).toBe('conformant')
  })

  test('a crash of one suite leaves what the other told', async () => {
    const { report, crash } = await engine(['unloadable', 'bad'])
    expect(crash).toBe('cannot be loaded')
    expect(report.targets.map(({ rules }) => rules.length)).toEqual([0, 3])
    expect(report.targets[1]!.verdict).toBe('nonconformant')
  })
})
