import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, expect, test, vi } from 'vitest'
import { namesOf } from '../../core/control-module.ts'
import { checkedResult } from '../../core/control-results.ts'
import { createRedactor } from '../../http/redact.ts'
import { commandCaller, KEY, SECRET } from '../../testing/call-command.ts'
import { newFolder } from '../../testing/new-folder.ts'
import { problemOf } from './control-source.ts'
import { messageOf, saysRefused } from './error-message.ts'

afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllEnvs()
})

const fail = () => {
  throw new Error(KEY)
}
const THROWING: readonly (() => unknown)[] = [
  () => new Proxy({}, { ownKeys: fail, get: fail, has: fail, getPrototypeOf: fail }),
  () => Object.defineProperty({}, 'a', { get: fail, enumerable: true }),
  () => ({ a: new Proxy({}, { ownKeys: fail }) }),
  () => ({ a: Object.defineProperty({}, 'createKey', { get: fail, enumerable: true }) }),
  () => Object.defineProperties(new Error(), { name: { get: fail }, message: { get: fail } }),
  () => ({ toString: fail }),
  () => Object.create(null),
  () => Symbol('x'),
]
const plain = fc.anything({ withBigInt: true, withNullPrototype: true, withDate: true, withMap: true })
/** Created lazily: fast-check cannot print some of them. */
const anything = fc.oneof(
  plain.map((value) => () => value),
  fc.constantFrom(...THROWING),
)
const many = { numRuns: 500 }

test('any exported value is accepted or rejected as a control without a crash', () => {
  fc.assert(
    fc.property(anything, (make) => ['string', 'undefined'].includes(typeof problemOf(make()))),
    many,
  )
})

test('rejects any wrong result by field name without showing its value', () => {
  const all = (['a', 'b'] as const).flatMap((variant) => namesOf(variant).map((name) => [variant, name] as const))
  const fields = fc.record({ key: anything, keyId: anything, expiresAt: anything, id: anything })
  const made = fields.map(
    (makes) => () => Object.fromEntries(Object.entries(makes).map(([name, make]) => [name, make()])),
  )
  fc.assert(
    fc.property(fc.constantFrom(...all), fc.oneof(anything, made), ([variant, name], make) => {
      try {
        checkedResult(variant, name, make())
      } catch (error) {
        expect((error as Error).message).toMatch(/^returned /)
        expect((error as Error).message).not.toContain(SECRET.slice(0, 16))
      }
    }),
    many,
  )
})

test('reduces any thrown value to one line without a key', () => {
  const redactor = createRedactor(new Map())
  const thrown = fc.oneof(
    anything,
    fc.string().map((text) => () => new Error(`${text}${KEY}`, { cause: KEY })),
  )
  fc.assert(
    fc.property(thrown, (make) => {
      const error = make()
      expect(messageOf(error, redactor)).not.toMatch(new RegExp(`\n|${SECRET.slice(0, 16)}`))
      expect(typeof saysRefused(error)).toBe('boolean')
    }),
    many,
  )
})

const FILES = [
  ...[
    '',
    'export default 1',
    'syntax error',
    'throw null',
    'throw Object.create(null)',
    '\0',
    'await import("no-such")',
  ],
  ...[`throw new Error('${KEY}')`, `throw '${KEY}'`, `export default '${KEY}'`, `export default { '${KEY}': 1 }`],
  ...['export default { a: { createKey: 1 } }', 'export default { a: { nothing() {} } }', 'export default {}'],
  ...[
    'export default new Proxy({}, { ownKeys() { throw 1 } })',
    'Object.defineProperty(globalThis, "x", { get() { throw 1 } }); x',
  ],
]

test('rejects any other file with a one-line message', { timeout: 60_000 }, async () => {
  vi.stubEnv('TENANT_A_BASE_URL', 'http://127.0.0.1:1')
  vi.stubEnv('TENANT_A_KEY', KEY)
  const dir = newFolder()
  const { call } = commandCaller()
  for (const [i, text] of FILES.entries()) {
    const path = join(dir, `${i}.mjs`)
    writeFileSync(path, text)
    for (const command of ['run', 'doctor']) await call([command, '--control', path])
  }
})
