import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createMultiset, distinctIn, isSameMultiset, missingFrom } from './multiset.ts'

function bagOf(texts: readonly string[], expected?: number, most?: number) {
  const bag = createMultiset(expected, most)
  for (const text of texts) bag.add(text)
  return bag
}

describe('bag', () => {
  test('compares counts and ignores order', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ maxLength: 80 })), fc.string({ maxLength: 80 }), (texts, more) => {
        const shuffled = [...texts].sort()
        expect(isSameMultiset(bagOf(texts), bagOf(shuffled))).toBe(true)
        expect(isSameMultiset(bagOf(texts), bagOf([...texts, more]))).toBe(false)
        expect(missingFrom(bagOf([...texts, more]), bagOf(texts))).toHaveLength(1)
        expect(distinctIn(bagOf(texts), bagOf([more]))).toBe(new Set([...texts, more]).size)
        expect(bagOf(texts).repeated === undefined).toBe(new Set(texts).size === texts.length)
      }),
    )
  })

  test('distinguishes multisets of the same size', () => {
    expect(isSameMultiset(bagOf(['a', 'b', 'b']), bagOf(['a', 'a', 'b']))).toBe(false)
    expect(missingFrom(bagOf(['a', 'b', 'b']), bagOf(['a', 'a', 'b']))).toEqual(['b'])
    expect(bagOf(['a', 'b', 'a']).repeated).toBe('a')
  })

  test('keeps the same sample of a large multiset each time', () => {
    const texts = Array.from({ length: 10_000 }, (_, i) => `id ${i}`)
    const bag = bagOf(texts, 10_000, 100)
    expect(bag.size).toBe(10_000)
    expect(bag.counts.size).toBeGreaterThan(50)
    expect(bag.counts.size).toBeLessThan(200)
    expect(isSameMultiset(bag, bagOf(texts.toReversed(), 10_000, 100))).toBe(true)
    expect(isSameMultiset(bag, bagOf(texts.slice(1), 10_000, 100))).toBe(false)
    expect(distinctIn(bag)).toBe(bag.counts.size * bag.oneOf)
  })

  test('detects a replaced text of the sample in both directions', () => {
    const texts = Array.from({ length: 1000 }, (_, i) => `id ${i}`)
    const bag = bagOf(texts, 1000, 100)
    const [kept] = bag.counts.keys()
    const dropped = texts.find((text) => !bag.counts.has(text))!
    const other = bagOf([...texts.filter((text) => text !== kept), dropped], 1000, 100)
    expect(other.size).toBe(bag.size)
    expect([isSameMultiset(bag, other), isSameMultiset(other, bag)]).toEqual([false, false])
    expect([missingFrom(bag, other), missingFrom(other, bag)]).toEqual([[kept], []])
  })

  test('stores long texts as digests', () => {
    const long = 'x'.repeat(65)
    const bag = bagOf([`${long}1`, `${long}2`, `${long}1`])
    expect(bag.repeated).toBe(`${long}1`)
    expect([...bag.counts.values()]).toEqual([2, 1])
    for (const key of bag.counts.keys()) expect(key).toMatch(/^[\w+/]{43}=$/)
  })
})
