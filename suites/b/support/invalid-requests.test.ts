import { expect, it } from 'vitest'
import { sampleExchange } from '../../../src/testing/sample-exchange.ts'
import { judgeInvalid } from './invalid-requests.ts'

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
