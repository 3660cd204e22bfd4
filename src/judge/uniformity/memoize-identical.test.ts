import { expect, test } from 'vitest'
import type { Exchange, Response } from '../../core/exchange.ts'
import { memoizeIdentical } from './memoize-identical.ts'

const ID = '7c1e04d95ab3f628'
const PLAIN: Response = {
  status: 401,
  reason: 'Unauthorized',
  headers: [['Date', 'now']],
  bytes: 4,
  text: '"no"',
  duplicates: [],
}

/** A response to a generated key. */
const answer = (response: Partial<Response> | undefined, id = ID) =>
  ({
    req: { credential: { headers: [['X-Api-Key', `acme_${id}_${'0f'.repeat(32)}`]] } },
    response: response && { ...PLAIN, ...response },
  }) as unknown as Exchange

/** Indexes of the responses for which the memoized function runs. */
function computedFor(...answers: readonly Exchange[]): number[] {
  const computed: Exchange[] = []
  const make = memoizeIdentical(new Map(), (x) => computed.push(x))
  for (const x of answers) make(x)
  return computed.map((x) => answers.indexOf(x))
}

test('computes identical responses once, for any key', () => {
  expect(computedFor(answer({}), answer({}), answer({}, 'a84f2b6d07c9e135'))).toEqual([0])
})

test.for<[string, Partial<Response> | undefined]>([
  ['status', { status: 403 }],
  ['reason phrase', { reason: 'No' }],
  ['headers', { headers: [['Date', 'then']] }],
  ['number of headers', { headers: [] }],
  ['body', { text: '"not"' }],
  ['bytes', { bytes: 5 }],
  ['fault', { fault: 'empty body' }],
  ['duplicates', { duplicates: ['a'] }],
  ['lack of a body', { text: undefined }],
  ['lack of a response', undefined],
])('computes a response with a different %s', ([, difference]) => {
  expect(computedFor(answer({}), answer(difference), answer({}))).toEqual([0, 1])
})

test('computes each response that echoes the key in a header or in the body', () => {
  const inBody = answer({ text: `"no key ${ID}"` })
  const inHeader = answer({ headers: [['X-Key', ID]] })
  expect(
    computedFor(inBody, answer({ text: `"no key ${ID}"` }), inHeader, answer({ headers: [['X-Key', ID]] })),
  ).toEqual([0, 1, 2, 3])
})

test('a text is an echo only for the request that sent it', () => {
  const text = { text: `"${ID}"` }
  expect(computedFor(answer(text, 'a84f2b6d07c9e135'), answer(text), answer(text, 'b95a3c7e18d0f246'))).toEqual([0, 1])
})

test('computes a long response each time', () => {
  expect(computedFor(answer({ bytes: 20_000 }), answer({ bytes: 20_000 }))).toEqual([0, 1])
})
