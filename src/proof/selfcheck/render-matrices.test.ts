import { expect, test } from 'vitest'
import { sampleOutcome } from '../../testing/sample-outcome.ts'
import type { Outcome } from './matrix.ts'
import { lineOf, renderMatrices } from './render-matrices.ts'

const outcome = (name: string, how: Partial<Outcome>) => sampleOutcome('fault', name, how)
const why = 'its rule ended passed'

test('prints a declared miss with its reason and any other miss as MISSED', () => {
  const text = renderMatrices(
    [outcome('one', { good: false, why }), outcome('two', { good: false, why, said: 'no room' })],
    1,
  )
  expect(text).toContain('MISSED one (seed 1, 5 requests): its rule ended passed')
  expect(text).toContain('missed, as declared: two (seed 1, 5 requests): no room')
  expect(text).toContain('0 of 2; 1 missed, as declared')
})

test('reports a declared miss as obsolete if every seed catches the fault', () => {
  const said = 'no room'
  const lucky = [outcome('one', { said }), outcome('one', { said, seed: 2, good: false, why })]
  const stale = [outcome('two', { said }), outcome('two', { said, seed: 2 })]
  const text = renderMatrices([...lucky, ...stale], 1)
  expect(text).toContain('every seed caught a.x/two')
  expect(text).not.toContain('every seed caught a.x/one')
})

test('prints an outcome as one line with its rule', () => {
  const missed = lineOf(outcome('one', { good: false, why }))
  expect(missed).toBe('a.x: MISSED one (seed 1, 5 requests): its rule ended passed')
  const red = lineOf(sampleOutcome('freedom', 'two', { good: false, why: 'a.y failed: so' }))
  expect(red).toBe('RED    a.x/two (seed 1, 5 requests): a.y failed: so')
})
