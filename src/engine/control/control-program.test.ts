import { chmodSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { inApiKey, whole } from '../../core/key-format.ts'
import { trial, violation } from '../../core/rule.ts'
import { type Strange, serve } from '../../testing/foreign-servers.ts'
import { newFolder } from '../../testing/new-folder.ts'
import { about, get, run } from '../../testing/session.ts'
import { loadControlModule } from './load-control-module.ts'

let server: Strange
beforeAll(async () => {
  server = await serve((_req, res) => res.end('{}'))
})
afterAll(() => server.close())
let shown = ''
beforeEach(() => {
  shown = ''
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    shown += text
    return true
  })
})

const SECRET = 'c0ffee5'.repeat(10).slice(0, 64)
const HELLO = `{"functions": {"a": ["createKey", "revokeKey", "disableKey"]}}`

/** A program in Node that calls `body` for each call, with `say`, `made()` and `revoked(id)`. */
function program(
  body: string,
  hello = `process.stdout.write('${HELLO}\\n')`,
): { file: string; revoked: () => string[] } {
  const [file, log] = [join(newFolder(), 'program'), join(newFolder(), 'revoked')]
  writeFileSync(log, '')
  const text = `#!${process.execPath}
const fs = require('node:fs')
const say = (line) => process.stdout.write((typeof line === 'string' ? line : JSON.stringify(line)) + '\\n')
let made = 0
const key = () => ({ keyId: String(++made), key: 'acme_' + String(made).padStart(16, '0') + '_${SECRET}' })
const common = ({ id, call, arguments: a }) => {
  if (call === 'revokeKey') fs.appendFileSync(${JSON.stringify(log)}, a.keyId + '\\n')
  say({ id, result: call === 'createKey' ? key() : null })
}
${hello}
require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
  const request = JSON.parse(line)
  ;(${body})(request)
})`
  writeFileSync(file, text)
  chmodSync(file, 0o755)
  return { file, revoked: () => readFileSync(log, 'utf8').split('\n').slice(0, -1) }
}

/** Creates a key, disables it and sends a request; `rules` do so concurrently. */
async function tried(file: string, rules = 1, limit?: number) {
  const rule = trial<null, unknown>({
    ...about,
    needs: ['control.createKey'],
    cases: { first: [null, null, null], count: [3, 3, 3] },
    async send(_, { control, get: send, target }) {
      const { key } = await control.a.createKey({})
      await control.a.disableKey(key)
      return send({ ...get(target, '/users'), credential: inApiKey(whole(key), 'disabled') })
    },
    judge: () => violation('anything else', 'it'),
  })
  const source = { ...(await loadControlModule({ from: '--control', file, variables: {} })), ...(limit && { limit }) }
  const all = Object.fromEntries(Array.from({ length: rules }, (_, k) => [`r${k}`, rule]))
  const { results, leftovers } = await run(all, { baseUrl: server.baseUrl, source }).finally(source.close)
  return { results: Object.values(results), leftovers, text: JSON.stringify(results) + leftovers + shown }
}

test('calls run concurrently, responses come in any order, and every key is revoked', async () => {
  const { file, revoked } = program('(r) => setTimeout(() => common(r), 20 * (r.id % 3))')
  const { results, leftovers } = await tried(file, 8)
  expect(results.map(({ status }) => status)).toEqual(Array(8).fill('failed'))
  expect([leftovers, new Set(revoked()).size]).toEqual([[], revoked().length])
  expect(revoked().length).toBeGreaterThanOrEqual(8)
})

const SPOILED: readonly [what: string, body: string, why: string][] = [
  [
    'a crash',
    "(r) => (r.call === 'disableKey' ? process.exit(7) : common(r))",
    'program ended with exit code 7 while the run needed it',
  ],
  [
    'garbage',
    "(r) => (r.call === 'disableKey' ? say('connected to db') : common(r))",
    'program printed a line on standard output that is no response; print logs to standard error',
  ],
  ['another id', "(r) => (r.call === 'disableKey' ? say({ id: 99, result: null }) : common(r))", 'is no response'],
  [
    'no outcome',
    "(r) => (r.call === 'disableKey' ? say({ id: r.id }) : common(r))",
    'returned neither result, refused nor error',
  ],
  [
    'an error with a key',
    "(r) => (r.call === 'disableKey' ? say({ id: r.id, error: 'for ' + key().key }) : common(r))",
    'failed: for acme_0000000000000004_****',
  ],
  ['a hanging call', "(r) => r.call !== 'disableKey' && common(r)", 'did not return within'],
]

test.for(SPOILED)('%s ends in one sentence, and the keys created so far are revoked', async ([, body, why]) => {
  const { file, revoked } = program(body)
  const { results, leftovers, text } = await tried(file, 1, 500)
  expect(results[0]).toMatchObject({ status: 'inconclusive', reason: expect.stringContaining(why) })
  expect(text).not.toContain(SECRET.slice(0, 16))
  expect([leftovers, revoked().includes('1')]).toEqual([[], true])
})

test('what it prints to standard error is shown, without keys', async () => {
  const { file } = program(`(r) => { common(r); console.error('made', 'acme_0000000000000001_' + '${SECRET}') }`)
  await tried(file)
  expect(shown).toContain('made ')
  expect(shown).not.toContain(SECRET.slice(0, 16))
})

test.for([
  ['no first line', 'process.exit(3)', 'program ended with exit code 3 while the run needed it'],
  ['another first line', "say('ready')", 'cannot be used: its first line is not {"functions"'],
  [
    'an unknown function',
    `say({ functions: { a: ['makeKey'] } })`,
    'its first line has a.makeKey, which is not a function of variant A',
  ],
] as const)('%s is one line, before any request', async ([, hello, why]) => {
  const { file } = program('common', hello)
  await expect(loadControlModule({ from: '--control', file, variables: {} })).rejects.toThrow(why)
  expect(server).toBeDefined()
})

test('a file that is neither a module nor executable is one line', async () => {
  const file = join(newFolder(), 'control.go')
  writeFileSync(file, 'package main')
  await expect(loadControlModule({ from: '--control', file, variables: {} })).rejects.toThrow(
    'compile it, or chmod +x it',
  )
})
