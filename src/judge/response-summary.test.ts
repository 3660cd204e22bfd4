import { expect, it } from 'vitest'
import type { Exchange } from '../core/exchange.ts'
import { responseSummary } from './response-summary.ts'

it.each<[object, string]>([
  [{ response: { status: 401, json: { error: { code: 'unauthorized' } } } }, '401 with error.code "unauthorized"'],
  [
    { response: { status: 403, json: { error: { code: 'forbıdden' } } } },
    '403 with error.code "forbıdden" (ı is U+0131)',
  ],
  [
    { response: { status: 400, json: { error: { code: 'bad_request', message: 'URI malformed' } } } },
    '400 with error.code "bad_request" ("URI malformed")',
  ],
  [
    { response: { status: 404, json: { error: { code: 'not_found', message: 'Not found' } } } },
    '404 with error.code "not_found"',
  ],
  [
    { response: { status: 401, json: { error: { code: 'x', message: 'Invalid or missing API key' } } } },
    '401 with error.code "x"',
  ],
  [{ response: { status: 200, json: { data: [] } } }, '200 with 0 records'],
  [{ response: { status: 422, json: { detail: [{}] } } }, '422 with an object with the field detail'],
  [{ response: { status: 500, bytes: 0, fault: 'empty body' } }, '500 with an empty body'],
  [{ req: { method: 'HEAD' }, response: { status: 200, bytes: 0, fault: 'empty body' } }, '200'],
  [
    { response: { status: 502, bytes: 812, headers: [], fault: 'not JSON' } },
    '502 with a body of 812 bytes (not JSON)',
  ],
  [
    { response: { status: 200, bytes: 8, headers: [], text: '<b>\n\u202e\u001b', fault: 'not JSON' } },
    '200 with a body of 8 bytes (not JSON): "<b>\\n\\u202e\\u001b"',
  ],
  [
    { response: { status: 404, bytes: 800, headers: [], text: '😀'.repeat(200), fault: 'not JSON' } },
    `404 with a body of 800 bytes (not JSON): "${'😀'.repeat(100)}…"`,
  ],
  [
    { response: { status: 302, bytes: 0, headers: [['location', 'https://sso.example/login']], fault: 'empty body' } },
    '302 with an empty body and Location "https://sso.example/login"',
  ],
  [{ response: { status: 200, headers: [['location', '/elsewhere']], json: {} } }, '200 with an object with no fields'],
  [{ problem: { kind: 'timeout', message: 'no response within 10 s' } }, 'no response (no response within 10 s)'],
])('%j', (exchange, text) => expect(responseSummary({ req: {}, ...exchange } as Exchange)).toBe(text))
