import { expect, test } from 'vitest'
import { allRules } from '../../core/catalog.ts'
import { suite } from '../../core/package.ts'
import { digestOf, matrixOf } from './matrix.ts'

const rules = await allRules()
const all = [...matrixOf(rules, 'fault'), ...matrixOf(rules, 'freedom')]

test('the saved proof covers the current faults and freedoms (otherwise: npm run selfcheck -- --save)', () => {
  expect(suite.proof?.digest).toBe(digestOf(all))
})

test('the saved proof caught every fault and passed every freedom', () => {
  const { faults, freedoms } = suite.proof!
  expect([faults.caught, freedoms.green]).toEqual([faults.of, freedoms.of])
  expect(freedoms.seeds).toBeGreaterThanOrEqual(1)
})
