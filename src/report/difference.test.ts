import { expect, test } from 'vitest'
import { differenceLines } from './failure-text.ts'

const lines = (one: string, other: string) =>
  differenceLines({
    at: 'body, byte 3',
    one: { label: 'by X-Api-Key', text: one },
    other: { label: 'by Bearer', text: other },
  })

test('what differs is underlined', () => {
  expect(lines('{"code":1}', '{"code":22}')).toEqual([
    'body, byte 3',
    '  by X-Api-Key  {"code":1}',
    '  by Bearer     {"code":22}',
    '                        ^^',
  ])
})

test('what is missing on one side is marked on the other', () => {
  expect(lines('a, b', 'a, x, b').at(-1)).toBe('                   ^^^')
  expect(lines('{"a":1}', '{"a":1} ').at(-1)).toBe('                       ^')
})

test('nothing is underlined where all of it differs', () => {
  expect(lines('200', '401')).toHaveLength(3)
})

test('guillemets where columns cannot be counted', () => {
  expect(lines('größer', 'größte')).toEqual(['body, byte 3', '  by X-Api-Key  größ«er»', '  by Bearer     größ«te»'])
  expect(lines('a😀b', 'a😁b').slice(1)).toEqual(['  by X-Api-Key  a«😀»b', '  by Bearer     a«😁»b'])
})
