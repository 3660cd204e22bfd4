import { expect, test } from 'vitest'
import type { Cases, Conclusion } from '../../../src/core/rule.ts'
import type { Target } from '../../../src/core/target.ts'
import rule from './since-same-instant.ts'

const target = {} as Target
const cases = rule.cases as Cases<unknown>
const all = cases.further!({}, target)
const [east, west, eastMinutes, westMinutes, one, two, four, six, zeros, inSecond] = all
const conclude = (...wrong: unknown[]): Conclusion | undefined =>
  cases.conclude!(
    wrong,
    all.filter((c) => !wrong.includes(c)),
    target,
    [],
  )

test('what fails on its own separates the causes', () => {
  expect(conclude(eastMinutes, westMinutes)).toMatchObject({
    pattern:
      'another list with +00:45, -00:45; the same one with +02:00, -03:00, .9, .99, .5000, .500000, .000000, .000 (in a second with an update)',
    causes: ['the parser drops the minutes of the offset'],
  })
  expect(conclude(west, westMinutes)!.causes).toEqual(['the parser drops the sign of the offset'])
  expect(conclude(east, west, eastMinutes, westMinutes)!.causes).toBeUndefined()
  expect(conclude(zeros)!.causes).toEqual([expect.stringContaining('fraction digits beyond three')])
  expect(conclude(one, two)!.causes).toEqual([expect.stringContaining('one or two digits')])
  expect(conclude(one, two, four, six)!.causes).toEqual([expect.stringContaining('however many')])
  expect(conclude(east, west, inSecond)).toMatchObject({ causes: ['timestamps are compared as text'], shown: east })
  expect(conclude(...all)!.causes).toEqual([expect.stringContaining('only the plain form')])
  expect(conclude({ seconds_from_edge: 7, offset: 15 })).toBeUndefined()
})

test('a case with a spelling that is read wrong conforms by luck', () => {
  const { isConcerned } = conclude(eastMinutes, one)!
  const cases = [{ offset: 330 }, { offset: 120 }, { offset: -330 }, { offset: 0, fraction: '25' }, { offset: 0 }]
  expect(cases.map((c) => isConcerned!(c))).toEqual([true, false, false, true, false])
})
