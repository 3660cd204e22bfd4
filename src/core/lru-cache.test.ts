import { expect, test } from 'vitest'
import { LruCache } from './lru-cache.ts'

test('drops the least recently used entries once their sizes exceed the limit', () => {
  const cache = new LruCache<string, number>(10)
  cache.set('a', 1, 4)
  cache.set('b', 2, 4)
  expect(cache.get('a')).toBe(1)
  cache.set('c', 3, 4)
  expect(['a', 'b', 'c'].map((key) => cache.get(key))).toEqual([1, undefined, 3])
})

test('counts a replaced entry once', () => {
  const cache = new LruCache<string, number>(10)
  cache.set('a', 1, 8)
  cache.set('a', 2, 6)
  cache.set('b', 3, 4)
  expect([cache.get('a'), cache.get('b')]).toEqual([2, 3])
})

test('keeps no entry that is larger than the limit', () => {
  const cache = new LruCache<string, number>(10)
  cache.set('a', 1, 11)
  expect(cache.get('a')).toBeUndefined()
  cache.set('b', 2, 10)
  expect(cache.get('b')).toBe(2)
})

test('holds nothing after it was cleared', () => {
  const cache = new LruCache<string, number>(10)
  cache.set('a', 1, 10)
  cache.clear()
  cache.set('b', 2, 10)
  expect([cache.get('a'), cache.get('b')]).toEqual([undefined, 2])
})
