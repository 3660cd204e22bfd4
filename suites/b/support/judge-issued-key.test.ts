import { describe, expect, it } from 'vitest'
import { type Finding, unclear, violation } from '../../../src/core/rule.ts'
import { sampleExchange } from '../../../src/testing/sample-exchange.ts'
import { isAccepted } from '../../shared/key-propagation.ts'
import { notStopped, stopped, worstOf } from './judge-issued-key.ts'

const of = (status: number) => sampleExchange('/projects', {}, { status, json: {} })
const kind = (finding: Finding | undefined) => finding?.kind

it('a valid key gets a success or 403', () => {
  expect([200, 204, 403, 401, 404, 500].map((status) => isAccepted(of(status)))).toEqual([
    true,
    true,
    true,
    false,
    false,
    false,
  ])
})

it('a key without a response is not accepted', () => {
  expect(isAccepted({ ...of(200), response: undefined })).toBe(false)
})

describe('a key that must keep working', () => {
  it.each([
    [undefined, 200, undefined],
    [undefined, 403, undefined],
    [undefined, 401, 'violation'],
    [200, 200, undefined],
    [200, 403, 'violation'],
    [200, 401, 'violation'],
    [403, 403, undefined],
    // It has got a scope meanwhile.
    [403, 200, undefined],
    [403, 401, 'violation'],
    [401, 401, 'unclear'],
    [500, 200, 'unclear'],
  ])('returned %s before and %s after: %s', (before, after, expected) =>
    expect(kind(stopped(before === undefined ? undefined : of(before), of(after), 'then'))).toBe(expected),
  )
})

describe('a key that must no longer work', () => {
  it.each([
    [undefined, 401, undefined],
    [undefined, 200, 'violation'],
    [undefined, 403, 'violation'],
    [undefined, 404, 'violation'],
    [200, 401, undefined],
    [403, 401, undefined],
    [200, 200, 'violation'],
    [401, 401, 'unclear'],
    [500, 401, 'unclear'],
  ])('returned %s before and %s after: %s', (before, after, expected) =>
    expect(kind(notStopped(of(after), 'then', before === undefined ? undefined : of(before)))).toBe(expected),
  )

  it('is shown with the previous response, if there is one', () => {
    const [before, after] = [of(200), of(200)]
    expect(notStopped(after, 'then', before)).toMatchObject({ show: [before, after] })
    expect(notStopped(after, 'then')).toMatchObject({ show: [after] })
  })
})

it('the first violation of several findings counts, else the first doubt', () => {
  const [one, other, doubt] = [violation('a', 'b'), violation('c', 'd'), unclear('e')]
  expect(worstOf([undefined, doubt, one, other])).toBe(one)
  expect(worstOf([undefined, doubt, unclear('f')])).toBe(doubt)
  expect(worstOf([undefined])).toBeUndefined()
})
