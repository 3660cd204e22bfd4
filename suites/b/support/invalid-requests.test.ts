import { expect, it } from 'vitest'
import { sampleExchange } from '../../../src/testing/sample-exchange.ts'
import { invalidInWords, judgeInvalid } from './invalid-requests.ts'

const judge = (status: number, json: unknown) =>
  judgeInvalid(
    { good: sampleExchange('/projects', {}), bad: sampleExchange('/projects', { size: 101 }, { status, json }) },
    'size is 1 to 100',
  )
const error = (code: unknown) => ({ error: { code } })

it('an integer out of range gets 422 with that code, regardless of the rest of the body', () => {
  expect(judge(422, { error: { code: 'validation_error', message: 1 }, details: [] })).toBeUndefined()
})

it.each<[number, unknown]>([
  [400, error('validation_error')],
  [200, { items: [] }],
  [500, error('internal')],
  [422, error('unprocessable')],
  [422, error('Validation_error')],
  [422, error(['validation_error'])],
  [422, { code: 'validation_error' }],
  [422, undefined],
])('%i %j is wrong', (status, json) => expect(judge(status, json)?.kind).toBe('violation'))

it.each([
  ['4294967346', 50, '50 is left of 4294967346'],
  ['18446744073709551666', 50, 'narrowed to 64 bits'],
  ['-4294967246', 50, 'narrowed to 32 bits'],
  ['65546', 10, 'narrowed to 16 bits'],
  ['4294967346', 100, '4294967346 becomes 100'],
  ['-1', 1, 'size=-1 is read as 1'],
  ['-2', 1, '-2 becomes 1'],
  ['0', 50, 'size is then 50'],
  ['101', 101, undefined],
])('size=%s read as %i is explained by %s', (size, used, cause) => {
  const json = { items: [{ id: 1 }], total: 1, page: 1, size: used, pages: 1 }
  const bad = sampleExchange('/projects', { size }, { status: 200, json })
  const found = judgeInvalid({ good: bad, bad }, 'size is 1 to 100', { size })
  expect(found).toMatchObject({ kind: 'violation', actual: '200 with 1 record' })
  expect(found).toEqual(
    cause
      ? expect.objectContaining({ causes: [expect.stringContaining(cause)] })
      : expect.not.objectContaining({ causes: expect.anything() }),
  )
})

it('says in words where a parameter is sent twice', () => {
  expect(invalidInWords({ list: 'nodes', size: 500, inRange: 'first' })).toBe(
    'nodes with size twice, 50 and 500 (which one counts is open)',
  )
  expect(invalidInWords({ list: 'nodes', page: 0, inRange: 'last' })).toContain('page twice, 0 and 1')
  expect(invalidInWords({ list: 'nodes', page: 0 })).toBeUndefined()
})
