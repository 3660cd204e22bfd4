import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { firstDifference, isReordered } from './compare-sequences.ts'

const texts = fc.array(fc.string({ maxLength: 2 }))

describe('sequences', () => {
  test('insertions and removals do not reorder', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.string()), fc.func(fc.boolean()), fc.func(fc.boolean()), (all, here, there) => {
        const [one, other] = [all.filter((text) => here(text)), all.filter((text) => there(text))]
        expect(isReordered(one, other)).toBe(false)
      }),
    )
  })

  test('detects two swapped elements in any context', () => {
    fc.assert(
      fc.property(texts, texts, texts, (a, b, c) => {
        const one = [...a, 'first', ...b, 'second', ...c]
        expect(isReordered(one, [...c, 'second', ...b, 'first', ...a])).toBe(true)
        expect(isReordered(one, one)).toBe(false)
      }),
    )
  })

  test('detects a swap despite elements that occur in one sequence only', () => {
    expect(isReordered(['first', 'here', 'second'], ['second', 'first'])).toBe(true)
    expect(isReordered(['first', 'second'], ['second', 'there', 'first'])).toBe(true)
  })

  test('ignores elements that occur twice', () => {
    expect(isReordered(['first', 'second', 'first'], ['second', 'first'])).toBe(false)
    expect(isReordered(['first', 'second'], ['second', 'first', 'second'])).toBe(false)
  })

  test('finds the first difference', () => {
    expect(firstDifference(['a', 'b'], ['a', 'c'])).toBe(1)
    expect(firstDifference(['a', 'b'], ['a'])).toBeUndefined()
    expect(firstDifference([], ['a'])).toBeUndefined()
  })
})
