import { execFile } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { root } from '../core/package.ts'
import type { Report, RuleResult } from '../core/results.ts'
import { command, type Served, served } from '../testing/command.ts'
import { newFolder } from '../testing/new-folder.ts'

const folder = newFolder()
const out = join(folder, "first run's")
let server: Served
beforeAll(async () => {
  server = await served('a.users.total-pages/rounded-down', 'a.auth.wrong-secret/first-character-unread')
  const lines = Object.entries(server.env).map(([name, value]) => `${name}='${value}'\n`)
  writeFileSync(join(folder, 'my settings.env'), lines.join(''), { mode: 0o600 })
  const settings = ['--env-file', join(folder, 'my settings.env'), '--variant', 'a']
  const args = ['run', '--depth', 'quick', '--strict', '--no-timing', ...settings, '--out', out, '--reporter', 'junit']
  expect(await command(folder, args)).toMatchObject({ code: 1, stderr: '' })
}, 60_000)
afterAll(() => server.stop())

const failing = (dir: string): RuleResult[] => {
  const { targets }: Report = JSON.parse(readFileSync(join(dir, 'report.json'), 'utf8'))
  return targets.flatMap(({ rules }) => rules.filter(({ status }) => status === 'failed'))
}

test('the command of each failure repeats it in a shell, without overwriting its report', {
  timeout: 120_000,
}, async () => {
  const evidence = readFileSync(join(out, 'report.json'), 'utf8')
  const first = failing(out)
  expect(first.map(({ id }) => id)).toEqual(expect.arrayContaining(['a.users.total-pages', 'a.auth.wrong-secret']))
  for (const { id, failure } of first) {
    expect(readFileSync(join(out, 'junit.xml'), 'utf8')).toContain(`${failure!.again}\n`)
    const code = await inShell(failure!.again!)
    expect(code).toBe(1)
    const again = failing(join(out, 'again')).find((rule) => rule.id === id)
    expect(again).toMatchObject({ failure: { counterexample: failure!.counterexample, seed: failure!.seed } })
    expect(again!.failure!.again).toContain(`/again-2'`)
    expect(readFileSync(join(out, 'report.json'), 'utf8')).toBe(evidence)
  }
})

/** The keys are in the settings file only. */
function inShell(line: string): Promise<number> {
  const options = { cwd: root, env: { PATH: process.env.PATH!, HOME: folder } }
  return new Promise((done) => {
    execFile('sh', ['-c', line], options, (error) => done(typeof error?.code === 'number' ? error.code : 0))
  })
}
