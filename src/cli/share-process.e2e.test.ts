import { readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Report } from '../core/results.ts'
import { command, type Served, served } from '../testing/command.ts'
import { newFolder } from '../testing/new-folder.ts'

const MODULE = resolve(import.meta.dirname, '../../reference-server/control/module.ts')

let server: Served
beforeAll(async () => {
  server = await served()
})
afterAll(() => server.stop())

/** Runs the key rules of variant A with a control module whose `createKey` first does this. */
async function runWith(misbehaviour: string) {
  const cwd = newFolder()
  writeFileSync(
    join(cwd, 'control.mjs'),
    `import control from '${MODULE}'
    const { a } = control
    const misbehave = async (made) => { ${misbehaviour} }
    export default { a: { ...a, async createKey(choice) {
      const made = await a.createKey(choice)
      await misbehave(made)
      return made
    } } }`,
  )
  const args = ['run', '--variant', 'a', '--depth', 'quick', '--no-timing', '--rule', 'a.key.*', '--rule', 'a.users.*']
  const ran = await command(cwd, [...args, '--control', 'control.mjs'], server.env)
  const report: Report = JSON.parse(readFileSync(join(cwd, 'conformance-report/report.json'), 'utf8'))
  return { ...ran, report, rules: report.targets[0]!.rules }
}

test('what a control module prints is passed on, without keys and terminal codes', async () => {
  const { code, stdout, stderr } = await runWith(
    'console.log("made\\x1b[31m " + made.key); process.stderr.write(made.key)',
  )
  expect(code).toBe(0)
  expect(stderr).toContain('made ')
  expect(stderr + stdout).not.toMatch(/[0-9a-f]{64}/)
  expect(stderr).not.toContain('\x1b')
})

test('a control module that calls process.exit fails its call, and nothing else', async () => {
  const { code, report, rules } = await runWith('process.exit(7)')
  const { reason } = rules.find(({ id }) => id === 'a.key.revoke-instant')!
  expect(reason).toContain('the control module called process.exit(7)')
  expect(rules.find(({ id }) => id === 'a.users.total-pages')!.status).toBe('passed')
  expect(report.run.crash).toBeUndefined()
  expect(code).toBe(3)
})

test.for([
  ['a rejection', 'Promise.reject(new Error("not awaited"))'],
  ['an exception in a timer', 'setTimeout(() => { throw new Error("not awaited") })'],
])('%s that nothing awaits is a crash that keeps what the run learnt', async ([, misbehaviour]) => {
  const { code, stderr, report, rules } = await runWith(misbehaviour!)
  expect(code).toBe(3)
  expect(report.run).toMatchObject({ crash: 'not awaited', complete: false })
  expect(stderr).toMatch(/the suite itself failed, so there is no verdict: not awaited/)
  expect(rules.find(({ id }) => id === 'a.users.total-pages')!.status).toBe('passed')
})
