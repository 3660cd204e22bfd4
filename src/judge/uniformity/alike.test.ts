import { expect, test } from 'vitest'
import type { Exchange, Response } from '../../core/exchange.ts'
import { onceForAlike } from './alike.ts'

const ID = '7c1e04d95ab3f628'
const PLAIN: Response = {
  status: 401,
  reason: 'Unauthorized',
  headers: [['Date', 'now']],
  bytes: 4,
  text: '"no"',
  duplicates: [],
}

/** An answer to a made-up key. */
const answer = (response: Partial<Response> | undefined, id = ID) =>
  ({
    req: { credential: { headers: [['X-Api-Key', `acme_${id}_${'0f'.repeat(32)}`]] } },
    response: response && { ...PLAIN, ...response },
  }) as unknown as Exchange

/** Of which of them something is made. */
function looksAt(...answers: readonly Exchange[]): number[] {
  const seen: Exchange[] = []
  const make = onceForAlike(new Map(), (x) => seen.push(x))
  for (const x of answers) make(x)
  return seen.map((x) => answers.indexOf(x))
}

test('of answers that are alike one is looked at, whatever key was sent', () => {
  expect(looksAt(answer({}), answer({}), answer({}, 'a84f2b6d07c9e135'))).toEqual([0])
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
  ['lack of an answer', undefined],
])('one that differs in its %s is looked at, too', ([, difference]) => {
  expect(looksAt(answer({}), answer(difference), answer({}))).toEqual([0, 1])
})

test('each that repeats what was sent is looked at, in a header or in the body', () => {
  const inBody = answer({ text: `"no key ${ID}"` })
  const inHeader = answer({ headers: [['X-Key', ID]] })
  expect(looksAt(inBody, answer({ text: `"no key ${ID}"` }), inHeader, answer({ headers: [['X-Key', ID]] }))).toEqual([
    0, 1, 2, 3,
  ])
})

test('the same text is an echo for the one that sent it only', () => {
  const text = { text: `"${ID}"` }
  expect(looksAt(answer(text, 'a84f2b6d07c9e135'), answer(text), answer(text, 'b95a3c7e18d0f246'))).toEqual([0, 1])
})

test('a long one is looked at each time', () => {
  expect(looksAt(answer({ bytes: 20_000 }), answer({ bytes: 20_000 }))).toEqual([0, 1])
})
