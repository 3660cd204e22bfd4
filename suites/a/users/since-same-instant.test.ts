import { expect, test } from 'vitest'
import type { Cases, Conclusion } from '../../../src/core/rule.ts'
import type { Target } from '../../../src/core/target.ts'
import rule from './since-same-instant.ts'

const target = {} as Target
const cases = rule.cases as Cases<unknown>
const [east, west, eastMinutes, westMinutes, fraction] = cases.further!({}, target)
const conclude = (...wrong: unknown[]): Conclusion | undefined => {
  const all = [east, west, eastMinutes, westMinutes, fraction]
  return cases.conclude!(
    wrong,
    all.filter((c) => !wrong.includes(c)),
    target,
  )
}

test('what fails on its own separates the causes', () => {
  expect(conclude(eastMinutes, westMinutes)).toMatchObject({
    pattern:
      'read wrong: minutes east, minutes west; read right: whole hours east, whole hours west, a fraction of zeros',
    causes: ['the parser drops the minutes of the offset'],
  })
  expect(conclude(west, westMinutes)!.causes).toEqual(['the parser drops the sign of the offset'])
  expect(conclude(east, west, eastMinutes, westMinutes)!.causes).toContain('the parser drops the offset')
  expect(conclude(fraction)!.causes).toEqual([expect.stringContaining('fraction digits')])
  expect(conclude(east, west, eastMinutes, westMinutes, fraction)!.causes).toEqual([
    expect.stringContaining('end in Z'),
  ])
  expect(conclude({ seconds_from_edge: 7, offset: 15 })).toBeUndefined()
})
