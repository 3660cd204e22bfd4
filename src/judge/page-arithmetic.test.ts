import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { largestDivisor, pageCount, pageLength, smallestNonDivisor } from './page-arithmetic.ts'

const total = fc.bigInt({ min: 0n, max: 500n })
const size = fc.bigInt({ min: 1n, max: 100n })

describe('paging arithmetic', () => {
  test('the pages of a list contain all records, and later pages none', () => {
    fc.assert(
      fc.property(total, size, (total, size) => {
        let sum = 0n
        for (let page = 1n; page <= pageCount(total, size); page++) {
          const length = pageLength(total, page, size)
          expect(length > 0n && length <= size).toBe(true)
          sum += length
        }
        expect(sum).toBe(total)
        expect(pageLength(total, pageCount(total, size) + 1n, size)).toBe(0n)
      }),
    )
  })

  test('offsets beyond 64 bits are exact', () => {
    expect(pageLength(130n, 2n ** 63n - 1n, 100n)).toBe(0n)
    expect(pageCount(2n ** 64n, 100n)).toBe(184467440737095517n)
  })

  test('divisors', () => {
    expect([largestDivisor(2300, 1000), largestDivisor(130, 100), largestDivisor(100, 1000)]).toEqual([575, 65, 100])
    expect([largestDivisor(2297, 1000), largestDivisor(0, 1000)]).toEqual([1, 1])
    expect([
      smallestNonDivisor(105, 7),
      smallestNonDivisor(130, 7),
      smallestNonDivisor(0, 7),
      smallestNonDivisor(1, 7),
    ]).toEqual([8, 7, 7, 7])
  })
})
