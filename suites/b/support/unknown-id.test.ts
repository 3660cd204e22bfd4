import { expect, it } from 'vitest'
import { unknownLike } from './unknown-id.ts'

it.each([
  ['7', '999999999'],
  ['12345678901', '99999999999'],
  ['prj_00001', 'prj_99999'],
  ['prj1', 'prj999999999'],
  ['node-12', 'node-999999999'],
  ['feed12', 'ffff99'],
  ['0198c1f2-7a3b-7cde-8f01-23456789abcd', '0198c1f2-7a3b-7cde-8f01-23459999ffff'],
  ['01HV5Z3XK8S2B8J7Q4N6M9P0RT', '01HV5Z3XK8S2B8J7Q4N9M9P9RT'],
  ['north', 'north'],
  ['', ''],
])('%s becomes %s', (id, expected) => {
  expect(unknownLike(id)).toBe(expected)
})

it('a very long id takes no noticeable time', () => {
  expect(unknownLike('z'.repeat(200_000))).toBe('z'.repeat(200_000))
})
