import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { expect, onTestFinished, test, vi } from 'vitest'
import { home } from '../core/catalog.ts'
import type { ControlA } from '../core/control-module.ts'
import type { Report } from '../core/results.ts'
import { deploy } from '../proof/selfcheck/deployment.ts'
import { newFolder } from '../testing/new-folder.ts'

// Each starts the command, which takes a while on a busy machine.
vi.setConfig({ testTimeout: 60_000 })

const RULE = 'a.key.active-at-once'
const IN_PTY = 'import os,pty,sys; sys.exit(os.waitstatus_to_exitcode(pty.spawn(sys.argv[1:])))'

type Answer = (question: string, control: ControlA) => Promise<string> | string

/** The real command in a real pseudo-terminal, and what a person would do about each question. */
async function atTerminal(rules: readonly string[], answer: Answer) {
  const server = await deploy()
  onTestFinished(() => server.close())
  const { baseUrl, keys } = server.target('a')
  const out = newFolder()
  const args = ['run', '--control', 'manual', '--out', out, ...rules.flatMap((id) => ['--rule', id])]
  const child = spawn('python3', ['-c', IN_PTY, process.execPath, join(home, 'src/cli/bin.js'), ...args], {
    cwd: out,
    env: { ...process.env, TENANT_A_BASE_URL: baseUrl, TENANT_A_KEY: keys.active.value },
  })
  const shown = await converse(child, (question) => answer(question, server.control.module.a!))
  const report = JSON.parse(readFileSync(join(out, 'report.json'), 'utf8')) as Report
  return { shown, code: child.exitCode, target: report.targets[0]! }
}

/** Answers each new text that ends like a question. */
async function converse(child: ChildProcess, answer: (question: string) => Promise<string> | string): Promise<string> {
  let shown = ''
  let seen = 0
  child.stdout!.setEncoding('utf8').on('data', async (text: string) => {
    shown += text
    const question = stripVTControlCharacters(shown.slice(seen))
    if (!/(?::|start) $/.test(question)) return
    seen = shown.length
    child.stdin!.write(await answer(question))
  })
  await once(child, 'close')
  return shown
}

test('a pasted key is never shown, and is revoked at the end', async () => {
  let key = ''
  let asked = ''
  const { shown, code, target } = await atTerminal([RULE], async (question, control) => {
    asked += question
    if (!question.includes('Create a key')) return '\r'
    key = (await control.createKey!({})).key
    return `${key}\r`
  })
  expect(asked).toMatch(/1 rule will ask you to do this[\s\S]*a\.key\.active-at-once +create a key/)
  expect(asked).toContain(`revoke the created keys: ${key.slice(0, -65)}, then press Enter`)
  expect(asked.match(/Create a key/g)).toHaveLength(1)
  expect(shown).not.toContain(key.slice(-40))
  expect([code, target.counts.passed, target.leftovers]).toEqual([0, 1, undefined])
})

test('asks again for an invalid key; a refusal leaves the rule undecided', async () => {
  const answers = ['\r', 'oops\r', 'r\r']
  const { shown, target } = await atTerminal([RULE], () => answers.shift() ?? '\r')
  expect(shown).toContain('(not a key of the form')
  expect(shown).not.toContain('oops')
  expect(target.rules.find(({ id }) => id === RULE)).toMatchObject({
    status: 'inconclusive',
    reason: 'the console refused createKey: as reported by the person at the terminal',
  })
})

test('Ctrl-C at a question ends the run, and unrevoked keys are named', async () => {
  const { shown, code, target } = await atTerminal([RULE], async (question, control) => {
    if (question.includes('At the end')) return '\x03'
    return question.includes('Create a key') ? `${(await control.createKey!({})).key}\r` : '\r'
  })
  expect(code).toBe(130)
  expect(target.leftovers).toEqual([expect.stringMatching(/^\S+_[0-9a-f]{16}: revoke it in the console$/)])
  expect(shown).toContain('left over, for you to revoke: 1 created key')
})

test('rejects manual control without a terminal', async () => {
  const env = {
    ...process.env,
    TENANT_A_BASE_URL: 'http://127.0.0.1:1',
    TENANT_A_KEY: `k_${'0'.repeat(16)}_${'1'.repeat(64)}`,
  }
  const child = spawn(process.execPath, [join(home, 'src/cli/bin.js'), 'run', '--control', 'manual'], {
    cwd: tmpdir(),
    env,
  })
  let err = ''
  child.stderr.on('data', (text) => {
    err += text
  })
  await once(child, 'close')
  expect([child.exitCode, err]).toEqual([
    2,
    'tenant-conformance: --control: manual asks at a terminal, and standard input or output is none\n',
  ])
})
