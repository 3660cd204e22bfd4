import { expect, it } from 'vitest'
import { sampleExchange } from '../../src/testing/sample-exchange.ts'
import { ENVELOPE } from '../a/support/page.ts'
import { envelopeViolation } from './pagination.ts'

it.each([
  [
    { data: [], pagination: { size: 25 } },
    'no field pagination.page; pagination has size',
    'pagination.page was renamed',
  ],
  [{ data: [] }, 'no field pagination; the body has data', 'pagination is left out where one page holds all records'],
])('names the part that is missing: %j', (json, actual, cause) => {
  const found = envelopeViolation(sampleExchange('/users', {}, { json }), ENVELOPE)
  expect(found).toMatchObject({ expected: 'pagination.page as an integer', actual })
  expect(found!.causes!.join()).toContain(cause)
})
