import { expect, test } from 'vitest'
import { sampleOutcome } from '../../testing/sample-outcome.ts'
import type { Outcome } from './judge-entry.ts'
import { lineOf, printMatrices } from './print.ts'

const outcome = (name: string, how: Partial<Outcome>) => sampleOutcome('fault', name, how)
const why = 'its rule ended passed'

test('a miss that the rule tells of stands with its reason, another one as MISSED', () => {
  const text = printMatrices(
    [outcome('one', { good: false, why }), outcome('two', { good: false, why, said: 'no room' })],
    1,
  )
  expect(text).toContain('MISSED one (seed 1, 5 requests): its rule ended passed')
  expect(text).toContain('missed, as said: two (seed 1, 5 requests): no room')
  expect(text).toContain('0 of 2; 1 missed, as said')
})

test('a reason is stale when every seed catches the fault', () => {
  const said = 'no room'
  const lucky = [outcome('one', { said }), outcome('one', { said, seed: 2, good: false, why })]
  const stale = [outcome('two', { said }), outcome('two', { said, seed: 2 })]
  const text = printMatrices([...lucky, ...stale], 1)
  expect(text).toContain('a.x/two was caught each time')
  expect(text).not.toContain('a.x/one was')
})

test('one outcome is told in one line that names its rule', () => {
  const missed = lineOf(outcome('one', { good: false, why }))
  expect(missed).toBe('a.x: MISSED one (seed 1, 5 requests): its rule ended passed')
  const red = lineOf(sampleOutcome('freedom', 'two', { good: false, why: 'a.y turned red: so' }))
  expect(red).toBe('RED    a.x/two (seed 1, 5 requests): a.y turned red: so')
})
