import { expect, test } from 'vitest'
import { sampleOutcome } from '../../testing/sample-outcome.ts'
import { digestOf, type Kind, proofOf } from './matrix.ts'

const outcome = (kind: Kind, id: string, seed: number, good: boolean) => sampleOutcome(kind, id, { seed, good })
const entry = (kind: Kind, id: string) => sampleOutcome(kind, id).entry

test('counts a fault or freedom only if the outcome is good with every seed', () => {
  const outcomes = [
    ...[outcome('fault', 'x', 1, true), outcome('fault', 'x', 2, true)],
    ...[outcome('fault', 'y', 1, true), outcome('fault', 'y', 2, false)],
    ...[outcome('freedom', 'z', 1, false), outcome('freedom', 'z', 2, true)],
  ]
  expect(proofOf(outcomes)).toMatchObject({
    faults: { caught: 1, of: 2 },
    freedoms: { green: 0, of: 1, seeds: 2 },
    digest: digestOf([entry('fault', 'x'), entry('fault', 'y'), entry('freedom', 'z')]),
  })
})
