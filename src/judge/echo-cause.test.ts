import { expect, test } from 'vitest'
import type { Exchange } from '../core/exchange.ts'
import { echoCause } from './echo-cause.ts'

const TRACE = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01'
const of = (name: string, value: unknown, text: string, headers: readonly (readonly [string, string])[] = []) =>
  ({ headers: [[name, value]], response: { text, headers } }) as unknown as Exchange
const plain = of('user-agent', 'a client', '{"message":"no"}')

test.each([
  ['a value in the body', of('X-Forwarded-Host', 'app.example', '"https://app.example/2"'), '"https://app.example/2"'],
  [
    'a word of the value',
    of('traceparent', TRACE, 'no (4bf92f3577b34da6a3ce929d0e0e4736)'),
    '4bf92f3577b34da6a3ce929d0e0e4736',
  ],
  ['a value in a header', of('X-Request-Id', 'abcdef', '', [['x-trace', 'abcdef']]), 'abcdef'],
])('names the request header: %s', (_, x, text) => {
  expect(echoCause(['no', text], [plain, x])).toBe(`the response echoes the request header \`${x.headers[0]![0]}\``)
})

test.each([
  ['on both sides', of('X-Request-Id', 'abcdef', 'abcdef'), ['abcdef 1', 'abcdef 2']],
  ['on no side', of('X-Request-Id', 'abcdef', 'abcdef'), ['1', '2']],
  ['not in the response', of('X-Request-Id', 'abcdef', 'other'), ['abcdef', 'other']],
  ['too short', of('Origin', 'null', 'null'), ['null', '{}']],
  ['negotiated', of('Accept', 'text/html', '', [['content-type', 'text/html']]), ['text/html', 'application/json']],
  ['a secret', of('X-Api-Key', { key: 'active' }, 'abcdef'), ['abcdef', 'other']],
  ['no response', { ...plain, response: undefined } as unknown as Exchange, ['a client', 'other']],
])('names none for a text that is %s', (_, x, texts) => {
  expect(echoCause(texts, [x])).toBeUndefined()
})

test('names none if a value that was sent in the same header does not come back', () => {
  const known = of('X-Api-Key', 'acme_aff92194eaffdd4d_1', '', [['X-Key-Id', 'aff92194eaffdd4d']])
  const unknown = of('X-Api-Key', 'acme_f363c90a314bd70c_1', '')
  expect(echoCause(['aff92194eaffdd4d', '(absent)'], [known, unknown])).toBeUndefined()
  expect(echoCause(['aff92194eaffdd4d', '(absent)'], [known, plain])).toContain('X-Api-Key')
})
