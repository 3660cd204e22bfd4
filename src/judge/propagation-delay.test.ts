import { expect, test } from 'vitest'
import { propagation } from './propagation-delay.ts'

const sent = (...answers: readonly (readonly [number, boolean])[]) =>
  answers.map(([sentAt, accepted]) => ({ sentAt, accepted }))

test('the delay ends with the first request after the last accepted one, in any order of responses', () => {
  const later = sent([1040, false], [1005, false], [1020, true], [1090, false])
  expect(propagation([{ returnedAt: 1000, later }])).toBe(
    'propagation delay: at most 40 ms after the revocation returned (seen by 4 requests with 1 revoked key)',
  )
})

test('the slowest of several keys counts', () => {
  const [quick, slow] = [sent([1001, false]), sent([2003, true], [2300, false])]
  const revocations = [
    { returnedAt: 1000, later: quick },
    { returnedAt: 2000, later: slow },
  ]
  expect(propagation(revocations)).toContain('at most 300 ms')
  expect(propagation(revocations)).toContain('seen by 3 requests with 2 revoked keys')
  // A key without requests does not count.
  expect(propagation([...revocations, { returnedAt: 0, later: [] }])).toContain('at most 300 ms')
})

test('the delay of a key accepted to the end is unknown', () => {
  expect(propagation([{ returnedAt: 0, later: sent([5, false], [9, true]) }])).toContain('longer than the test waited')
})

test('there is no note without requests', () => {
  expect(propagation([])).toBeUndefined()
  expect(propagation([{ returnedAt: 0, later: [] }])).toBeUndefined()
})
