import fc from 'fast-check'
import { expect, it } from 'vitest'
import { alternatePairs } from './alternate-pairs.ts'

const values = fc.uniqueArray(fc.integer(), { maxLength: 12 })

it('holds every pair once', () => {
  fc.assert(
    fc.property(values, values, (as, bs) => {
      const pairs = alternatePairs(as, bs)
      expect(pairs).toHaveLength(as.length * bs.length)
      expect(new Set(pairs.map((pair) => pair.join())).size).toBe(pairs.length)
    }),
  )
})

it('brings every value of either as soon as there are as many pairs', () => {
  fc.assert(
    fc.property(values, values, (as, bs) => {
      const pairs = alternatePairs(as, bs)
      if (pairs.length === 0) return
      expect(new Set(pairs.slice(0, as.length).map(([a]) => a)).size).toBe(as.length)
      expect(new Set(pairs.slice(0, bs.length).map(([, b]) => b)).size).toBe(bs.length)
    }),
  )
})
