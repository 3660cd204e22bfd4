import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Cases, type Depth, type Finding, unclear, violation } from '../core/rule.ts'
import type { Target } from '../core/target.ts'
import { casesOf, checkCases } from './check-cases.ts'
import { rebuildCase } from './replay/replay-catalog.ts'

const target = {} as Target
const numbers: Cases<number> = { first: [0, 1, 1000], any: fc.integer({ min: 0, max: 1000 }), count: [2, 40, 400] }
const trying = (cases: Cases<number>, check: (n: number) => Promise<Finding | undefined>, seed = 7) =>
  checkCases({ cases, target, depth: 'standard', seed, limit: 8, stopped: () => false, check })

test('quick depth tries the first boundary cases; deeper runs try all of them and generated cases', () => {
  const at = (depth: 'quick' | 'standard') => casesOf({ cases: numbers, target, depth, seed: 7 })
  expect(at('quick')).toEqual({ first: [0, 1], any: [], ranges: [] })
  expect(at('standard').first).toEqual([0, 1, 1000])
  expect(at('standard').any).toHaveLength(37)
})

describe('ranges of a list', () => {
  const cases: Cases<number> = { ...numbers, ranges: () => [2001, 2002, 2003] }
  const triedBy = async (depth: Depth, part?: { index: number; of: number }) => {
    const tried: number[] = []
    const check = async (_: number, index?: number) => void tried.push(index!)
    const { planned } = await checkCases({ cases, target, depth, seed: 7, limit: 8, stopped: () => false, part, check })
    return { planned, tried }
  }
  const indexes = (length: number) => Array.from({ length }, (_, k) => k)

  test('are read at exhaustive depth only, beyond the count', async () => {
    expect(await triedBy('standard')).toEqual({ planned: 40, tried: indexes(40) })
    expect(await triedBy('exhaustive')).toEqual({ planned: 403, tried: indexes(403) })
  })
  test.for([2, 3, 5])('are divided between %d parts with the other cases, each to one', async (of) => {
    const parts = await Promise.all(indexes(of).map((k) => triedBy('exhaustive', { index: k + 1, of })))
    const sizes = parts.map(({ tried }) => tried.length)
    expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThanOrEqual(1)
    expect(parts.flatMap(({ tried }) => tried).toSorted((a, b) => a - b)).toEqual(indexes(403))
  })
  test('have a path that a replay follows', async () => {
    const check = async (n: number) => (n === 2002 ? violation('2001', '2002') : undefined)
    const trying = { cases, target, depth: 'exhaustive', seed: 7, limit: 8, stopped: () => false, check } as const
    const { broken } = await checkCases(trying)
    expect(broken).toMatchObject({ case: 2002, index: 401, path: 'range:1' })
    expect(rebuildCase({ cases, seed: 7, target }, 'range:1', 2002)).toBe(2002)
    expect(() => rebuildCase({ cases, seed: 7, target }, 'range:3', 2002)).toThrow('does not generate the case')
  })
})

test('the same seed generates the same cases, another seed different ones', () => {
  const at = (seed: number) => casesOf({ cases: numbers, target, depth: 'standard', seed }).any
  expect(at(7)).toEqual(at(7))
  expect(at(7)).not.toEqual(at(8))
})

test('shrinks a failing generated case to the smallest that fails', async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 2, max: 900 }), fc.integer(), async (limit, seed) => {
      const cases = { ...numbers, first: [0] }
      const { broken } = await trying(cases, async (n) => (n >= limit ? violation('less', `${n}`) : undefined), seed)
      if (broken) expect(broken.case).toBe(limit)
      if (broken) expect(broken.violation.actual).toBe(`${limit}`)
    }),
    { numRuns: 30 },
  )
})

test('shrinks a failing boundary case and names it in the path', async () => {
  const { broken } = await trying(numbers, async (n) => (n >= 1000 ? violation('less', `${n}`) : undefined))
  expect(broken).toMatchObject({ case: 1000, path: expect.stringMatching(/^first:2/) })
  expect(broken?.flaky).toBeUndefined()
  const smaller = await trying(numbers, async (n) => (n >= 500 ? violation('less', `${n}`) : undefined))
  expect(smaller.broken).toMatchObject({ case: 500, path: expect.stringMatching(/^first:2(:\d+)+$/) })
})

test('tries only the `byHand` case when a person acts', async () => {
  const tried: number[] = []
  const check = async (n: number) => void tried.push(n)
  const alone = { target, depth: 'standard', seed: 7, limit: 8, stopped: () => false, onlyFirst: true, check } as const
  await checkCases({ ...alone, cases: { ...numbers, byHand: 3 } })
  await checkCases({ ...alone, cases: numbers })
  await checkCases({ ...alone, cases: { ...numbers, first: [], any: undefined, byHand: 3 } })
  expect(tried).toEqual([3, 0])
})

test('reports a boundary case without an arbitrary unshrunk', async () => {
  const cases: Cases<number> = { first: [3], count: [1, 1, 1] }
  const { broken } = await trying(cases, async () => violation('a', 'b'))
  expect(broken).toMatchObject({ case: 3, path: 'first:0' })
  expect(broken?.flaky).toBeUndefined()
})

test('boundaries and arbitraries may depend on the target', () => {
  const cases: Cases<number> = {
    first: ({ sizes }) => [sizes.users!],
    any: ({ sizes }) => fc.constant(sizes.users! + 1),
    count: [1, 2, 3],
  }
  const sized = { sizes: { users: 7 } } as unknown as Target
  const at = (depth: 'quick' | 'standard' | 'exhaustive') => casesOf({ cases, target: sized, depth, seed: 1 })
  expect(at('quick')).toEqual({ first: [7], any: [], ranges: [] })
  expect(at('standard')).toEqual({ first: [7], any: [8], ranges: [] })
  expect(at('exhaustive')).toEqual({ first: [7], any: [8, 8], ranges: [] })
})

test('without an arbitrary, there are only boundary cases', () => {
  expect(casesOf({ cases: { first: [1], count: [5, 5, 5] }, target, depth: 'quick', seed: 1 })).toEqual({
    first: [1],
    any: [],
    ranges: [],
  })
})

test('the path of a generated case reproduces the same smallest case', async () => {
  const isBroken = (n: number) => n >= 300 && n % 3 === 0
  const cases: Cases<number> = { first: [0, 1], any: fc.integer({ min: 0, max: 1000 }), count: [60, 60, 60] }
  for (const seed of [1, 2, 3, 4, 5]) {
    const { broken } = await trying(cases, async (n) => (isBroken(n) ? violation('a', 'b') : undefined), seed)
    const at = casesOf({ cases, target, depth: 'standard', seed }).any.findIndex(isBroken)
    expect(broken?.path).toMatch(new RegExp(`^any:${at}(:\\d+)*$`))
    const path = broken!.path.slice('any:'.length)
    const again = fc.check(
      fc.property(fc.integer({ min: 0, max: 1000 }), (n) => !isBroken(n)),
      { seed, path, numRuns: 1, endOnFailure: true },
    )
    expect(again.counterexample).toEqual([broken!.case])
    expect(broken!.flaky).toBeUndefined()
  }
})

test('tries only the first case when each costs a person time', async () => {
  const tried: number[] = []
  const cases: Cases<number> = { ...numbers, count: [5, 5, 5] }
  const outcome = await checkCases({
    ...{ cases, target, depth: 'standard', seed: 7, limit: 8, stopped: () => false, onlyFirst: true },
    check: async (n) => {
      tried.push(n)
      return violation('a', 'b')
    },
  })
  expect(tried).toEqual([0])
  expect(outcome).toEqual({
    tried: 1,
    left: 0,
    planned: 1,
    unclear: 0,
    unsettled: 0,
    refused: 0,
    broken: { case: 0, index: 0, violation: violation('a', 'b'), path: 'first:0' },
  })
})

test('a warning does not stop the search for an error, and an error does not shrink to a warning', async () => {
  const mild = { ...violation('a', 'mild'), warning: true }
  const check = async (n: number) => (n >= 1000 ? violation('less', `${n}`) : n > 0 ? mild : undefined)
  const { broken, tried } = await trying(numbers, check)
  expect(broken).toMatchObject({ case: 1000, violation: { actual: '1000' } })
  const onlyMild = await trying(numbers, async (n) => (n > 0 ? mild : undefined))
  expect(onlyMild.broken).toMatchObject({ case: 1, violation: mild })
  expect(onlyMild.tried).toBeGreaterThan(tried)
})

test('limits concurrent cases and starts none after a failure', async () => {
  let now = 0
  let most = 0
  const begun: (number | undefined)[] = []
  const cases: Cases<number> = { first: [1, 2, 3, 4, 5, 6, 7, 8], count: [8, 8, 8] }
  const check = async (n: number, k?: number) => {
    begun.push(k)
    most = Math.max(most, ++now)
    await new Promise((done) => setTimeout(done, 2))
    now--
    return n === 4 ? violation('a', 'b') : undefined
  }
  const trying = { cases, target, depth: 'standard', seed: 7, limit: 3, stopped: () => false, check } as const
  const outcome = await checkCases(trying)
  expect(most).toBe(3)
  expect(outcome.broken?.case).toBe(4)
  expect(begun.filter((k) => k !== undefined).length).toBeLessThan(8)
  expect(begun.at(-1)).toBeUndefined()
  most = 0
  await checkCases({ ...trying, cases: { ...cases, oneAtATime: true } })
  expect(most).toBe(1)
})

test('a case that fails only once is flaky and still a failure', async () => {
  let first = true
  const { broken } = await trying({ first: [5], count: [1, 1, 1] }, async () => {
    const finding = first ? violation('a', 'b') : undefined
    first = false
    return finding
  })
  expect(broken).toMatchObject({ case: 5, flaky: '1 of 5' })
})

test('an intermittent failure is flaky even if its first repetition fails, with the failure rate', async () => {
  let calls = 0
  const cases: Cases<number> = { first: [], any: fc.constant(5), count: [1, 1, 1] }
  const { broken } = await trying(cases, async () => (calls++ % 3 < 2 ? violation('a', 'b') : undefined))
  expect(broken).toMatchObject({ case: 5, flaky: '3 of 5' })
})

test('a case whose repetition is inconclusive is not flaky', async () => {
  let calls = 0
  const cases: Cases<number> = { first: [5], count: [1, 1, 1] }
  const { broken } = await trying(cases, async () => (calls++ === 0 ? violation('a', 'b') : unclear('busy')))
  expect(broken?.flaky).toBeUndefined()
})

test('counts inconclusive cases and gives the reason', async () => {
  const outcome = await trying({ first: [1, 2, 3], count: [3, 3, 3] }, async (n) =>
    n === 2 ? unclear('busy') : undefined,
  )
  expect(outcome).toMatchObject({ tried: 3, unclear: 1, why: 'busy' })
})

test('reports the first of several failing cases in order, however long each takes', async () => {
  const cases: Cases<number> = { first: [1, 2, 3, 4], count: [4, 4, 4] }
  const { broken } = await trying(cases, async (n) => {
    await new Promise((done) => setTimeout(done, 20 - 4 * n))
    return n >= 2 ? violation('1', `${n}`) : undefined
  })
  expect(broken?.case).toBe(2)
})

test('counts the cases that did not start before the run stopped', async () => {
  let calls = 0
  const cases: Cases<number> = { first: [1, 2, 3, 4, 5], count: [5, 5, 5] }
  const check = async () => {
    calls++
    return undefined
  }
  const stopped = () => calls >= 2
  const outcome = await checkCases({ cases, target, depth: 'standard', seed: 7, limit: 1, stopped, check })
  expect(outcome).toEqual({ tried: 2, left: 3, planned: 5, unclear: 0, unsettled: 0, refused: 0 })
})

test('shrinking sends few requests', async () => {
  let calls = 0
  const cases: Cases<number> = { first: [], any: fc.integer({ min: 0, max: 2 ** 30 }), count: [1, 1, 1] }
  await trying(cases, async () => {
    calls++
    return violation('nothing', 'something')
  })
  expect(calls).toBeLessThanOrEqual(43)
})

test('stops shrinking after forty attempts', async () => {
  let smaller = 0
  const cases: Cases<number[]> = {
    first: [],
    any: fc.array(fc.nat(), { minLength: 40, maxLength: 40 }),
    count: [1, 1, 1],
  }
  const { broken } = await checkCases({
    ...{ cases, target, depth: 'standard', seed: 7, limit: 8, stopped: () => false },
    check: async (_, k) => {
      if (k === undefined) smaller++
      return violation('a', 'b')
    },
  })
  // Plus the final repetition.
  expect(smaller).toBe(42)
  expect(broken?.flaky).toBeUndefined()
})

test('a case that cannot be judged again is not flaky', async () => {
  let calls = 0
  const cases: Cases<number> = { first: [5], count: [1, 1, 1] }
  const { broken } = await trying(cases, async () => (++calls === 1 ? violation('a', 'b') : unclear('no response')))
  expect(broken).toMatchObject({ case: 5 })
  expect(broken?.flaky).toBeUndefined()
})

test('reports the original counterexample, not as flaky, when the run stops', async () => {
  let stopped = false
  const { broken } = await checkCases({
    ...{ cases: numbers, target, depth: 'standard', seed: 7, limit: 1, stopped: () => stopped },
    check: async (n) => {
      stopped = n === 1000
      return stopped ? violation('a', 'b') : undefined
    },
  })
  expect(broken).toEqual({ case: 1000, index: 2, violation: violation('a', 'b'), path: 'first:2' })
})
