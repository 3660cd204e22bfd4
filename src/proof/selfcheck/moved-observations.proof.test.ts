import { expect, test } from 'vitest'
import { allRules } from '../../core/catalog.ts'
import { sampleOutcome } from '../../testing/sample-outcome.ts'
import { matrixOf, movedObservations, observedIn } from './matrix.ts'
import { renderMatrices } from './render-matrices.ts'
import { tryAgainst } from './try-against.ts'

const rules = await allRules()

// `npm run selfcheck` runs all freedoms with three seeds.
test('observations of a conforming server do not depend on the seed', { timeout: 300_000 }, async () => {
  const some = matrixOf(rules, 'freedom').filter(
    ({ rule }, i) => i % 32 === 0 || rule.includes('.observed.user-fields'),
  )
  for (const { id, rule, name, variant } of some) {
    const behaviour = rules.find((one) => one.id === rule)!.freedoms![name]
    const observe = async (seed: number) =>
      observedIn(
        (await tryAgainst({ variant, rules: [`${variant}.observed.*`], depth: 'quick', seed, behaviour })).results,
      )
    const [one, other] = [await observe(1), await observe(2)]
    expect(Object.keys(one).length, id).toBeGreaterThan(20)
    expect(other, id).toEqual(one)
  }
})

test('reports an unstable observation with its values', () => {
  const runs = [
    sampleOutcome('freedom', 'one', { seed: 1, observed: { 'a.observed.x': '1', 'a.observed.y': '7' } }),
    sampleOutcome('freedom', 'one', { seed: 2, observed: { 'a.observed.x': '2', 'a.observed.y': '7' } }),
    sampleOutcome('freedom', 'two', { seed: 1, observed: { 'a.observed.x': '3' } }),
    sampleOutcome('freedom', 'two', { seed: 2, observed: {} }),
  ]
  expect(movedObservations(runs)).toEqual([{ entry: 'a.x/one', rule: 'a.observed.x', seen: ['1', '2'] }])
  const text = renderMatrices(runs, 1)
  expect(text).toContain('CHANGES a.observed.x on a.x/one: 1, then 2')
  expect(text).toContain('observations that changed between runs: 1')
})
