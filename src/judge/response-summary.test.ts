import { expect, it } from 'vitest'
import type { Exchange } from '../core/exchange.ts'
import { responseSummary } from './response-summary.ts'

it.each<[object, string]>([
  [
    { response: { status: 401, json: { error: { code: 'unauthorized' } } } },
    '401 with error.code the string "unauthorized"',
  ],
  [{ response: { status: 200, json: { data: [] } } }, '200 with an object with data'],
  [{ response: { status: 500, bytes: 0, fault: 'empty body' } }, '500 with an empty body'],
  [
    { response: { status: 502, bytes: 812, headers: [], fault: 'not JSON' } },
    '502 with a body of 812 bytes (not JSON)',
  ],
  [{ problem: { kind: 'timeout', message: 'no response within 10 s' } }, 'no response (no response within 10 s)'],
])('%j', (exchange, text) => expect(responseSummary(exchange as Exchange)).toBe(text))
