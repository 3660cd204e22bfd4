import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Report } from '../core/results.ts'
import { command, type Served, served } from '../testing/command.ts'
import { newFolder } from '../testing/new-folder.ts'

let api: Served
let good: Served
beforeAll(async () => {
  ;[api, good] = await Promise.all([served('a.users.total-pages/rounded-down'), served()])
})
afterAll(() => Promise.all([api.stop(), good.stop()]))

const reportIn = (dir: string): Report => JSON.parse(readFileSync(join(dir, 'report.json'), 'utf8')) as Report

test('two shards of one deployment, at the same time, merge into the report of the whole', async () => {
  const cwd = newFolder()
  const quick = ['run', '--variant', 'a', '--depth', 'quick', '--no-timing', '--seed', '1']
  const shards = await Promise.all(
    ['1', '2'].map((k) => command(cwd, [...quick, '--shard', `${k}/2`, '--out', `shards/${k}`], api.env)),
  )
  expect(shards.map(({ stderr }) => stderr)).toEqual(['', ''])
  expect(shards.map(({ stdout }) => stdout).join()).toMatch(/\d+ of \d+ rules selected/)
  const merged = await command(cwd, ['summary', '--merge', 'shards/1', 'shards/2', '--out', 'whole'])
  expect([merged.code, merged.stderr]).toEqual([1, ''])
  const [whole, ...parts] = ['whole', 'shards/1', 'shards/2'].map((dir) => reportIn(join(cwd, dir)))
  expect(parts.map(({ run, targets }) => [run.shard, targets[0]!.scope])).toEqual([
    [{ index: 1, of: 2 }, 'partial'],
    [{ index: 2, of: 2 }, 'partial'],
  ])
  const [target] = whole!.targets
  expect(target!.rules.filter(({ unselected }) => unselected)).toEqual([])
  expect(target!.rules.filter(({ status }) => status === 'failed').map(({ id }) => id)).toEqual(['a.users.total-pages'])
  expect(target!.requests).toBe(parts[0]!.targets[0]!.requests + parts[1]!.targets[0]!.requests)
  expect(readFileSync(join(cwd, 'whole/junit.xml'), 'utf8')).toContain('a.users.total-pages')
  const missing = await command(cwd, ['summary', '--merge', 'shards/1', '--out', 'other'])
  expect(missing).toMatchObject({ code: 2, stderr: expect.stringContaining('of 2 shards these are missing: 2') })
  const alien = await command(cwd, ['summary', '--merge', 'whole'])
  expect(alien).toMatchObject({ code: 2, stderr: expect.stringContaining('a report is not of a shard') })
})

test.for([
  [['--shard', '1/2'], '--shard: needs --seed N'],
  [['--shard', '3/2', '--seed', '1'], '--shard: must be I/N with I from 1 to N'],
  [['--shard', '0/2', '--seed', '1'], '--shard: must be I/N with I from 1 to N'],
  [['--shard', '2+1/2', '--seed', '1'], '--shard: must be I/N with I from 1 to N'],
  [['--shard', 'a', '--seed', '1'], '--shard: must be I/N, as in 1/4, or I+1/N where I counts from 0'],
] as const)('%s is refused', async ([args, why]) => {
  const ran = await command(newFolder(), ['run', ...args], api.env)
  expect(ran).toMatchObject({ code: 2, stderr: expect.stringContaining(why) })
})

test('canaries: a shard at a time with few requests, and a history of them all', async () => {
  const cwd = newFolder()
  const run = (...args: string[]) =>
    command(cwd, ['run', '--variant', 'a', '--depth', 'quick', '--no-timing', '--seed', '5', ...args], good.env)
  expect((await run('--out', 'whole')).code).toBe(0)
  const codes: number[] = []
  for (const k of [1, 2, 3, 4, 5, 6]) {
    const args = ['--shard', `${k}/6`, '--max-requests', '60', '--baseline', 'whole', '--out', `kept/${k}`]
    codes.push((await run(...args, '--reporter', 'openmetrics')).code)
  }
  // What a canary leaves out is no regression.
  expect(codes).toEqual([0, 0, 0, 0, 0, 0])
  expect(readFileSync(join(cwd, 'kept/1/conformance.prom'), 'utf8')).toMatch(/\n# EOF\n$/)
  const history = await command(cwd, ['summary', '--history', 'kept'])
  expect(history).toMatchObject({ code: 0, stderr: '', stdout: expect.stringContaining('variant A: 6 runs') })
  const [, decided, required] = /decided (\d+) of (\d+) required rules/.exec(history.stdout)!
  const { coverage } = reportIn(join(cwd, 'whole')).targets[0]!
  expect(Number(required)).toBe(coverage.required)
  expect(Number(decided)).toBeGreaterThanOrEqual(coverage.decided - 2)
  expect((await command(cwd, ['summary', '--history', 'kept', '--out', 'trend.html'])).code).toBe(0)
  expect(readFileSync(join(cwd, 'trend.html'), 'utf8')).toContain('Variant A: 6 runs')
  expect(await command(cwd, ['summary', '--history', 'none'])).toMatchObject({ code: 2, stdout: '' })
})

test('a report with a later catalogue than the installed one is named', async () => {
  const cwd = newFolder()
  await command(cwd, ['run', '--variant', 'a', '--rule', 'a.users.echo', '--depth', 'quick', '--out', 'old'], api.env)
  const report = reportIn(join(cwd, 'old'))
  writeFileSync(join(cwd, 'new.json'), JSON.stringify({ ...report, run: { ...report.run, catalogue: 99 } }))
  const { stderr } = await command(cwd, ['diff', 'new.json', 'old'])
  expect(stderr).toMatch(/"new\.json" has revision 99 of the catalogue, this installation revision \d+: .*update it\n$/)
})
