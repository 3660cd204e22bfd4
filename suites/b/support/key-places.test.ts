import { expect, test } from 'vitest'
import { placedAll } from './key-places.ts'

test('texts at several places fit one request, cookies one header', () => {
  const { headers, query } = placedAll([
    [{ cookie: 'a' }, 'one'],
    [{ header: 'X-Token' }, 'two'],
    [{ header: 'Authorization', scheme: 'Bearer' }, 'three'],
    [{ query: 'key' }, 'four'],
    [{ cookie: 'b' }, 'five'],
    [{ query: 'token' }, 'six'],
  ])
  expect(headers.map(([name]) => name)).toEqual(['X-Token', 'Authorization', 'Cookie'])
  expect([headers[2]![1]].flat(9).join('')).toBe('a=one; b=five')
  expect(query?.map(([name]) => name)).toEqual(['key', 'token'])
})
