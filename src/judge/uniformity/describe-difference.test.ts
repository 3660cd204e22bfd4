import { expect, test } from 'vitest'
import { ABSENT, type Block } from './blocks.ts'
import type { Contrast } from './contrast.ts'
import { headerCarrier, leafCarrier, nameOf } from './derived-columns.ts'
import { othersWithoutHeader } from './describe-difference.ts'
import type { Split } from './splits.ts'

const answer = (words: string, status: number, ...names: string[]) => ({
  words,
  exchange: { response: { status, headers: names.map((name) => [name, 'x']) } },
})
const blocks = [
  {
    answers: [
      answer('a wrong secret', 401, 'X-Key-Id'),
      answer('an unknown key_id', 401),
      answer('no key', 401),
      answer('a malformed key', 401, 'x-key-id'),
      answer('a misplaced key', 404),
    ],
  },
] as unknown as Block[]
const text = (value: string, feature = nameOf(headerCarrier('x-key-id'), 'presence')) =>
  othersWithoutHeader(
    { feature } as Split,
    { value, classes: ['an unknown key_id'], others: ['a wrong secret'] } as unknown as Contrast,
    blocks,
  )

test('names the other bad keys whose 401 lacks the header as well', () => {
  expect(text(ABSENT)).toBe(', and in all to no key')
  expect(text('present')).toBe(', and in none to no key')
})

test('says nothing of what is no header', () => {
  expect(text(ABSENT, nameOf(leafCarrier('error.code'), 'value'))).toBe('')
})
