import { describe, expect, test } from 'vitest'
import type { Failure, RequestContext, RuleResult, WrittenExchange } from '../core/results.ts'
import { aloneText, failureFields, sentLine, severityText } from './failure-text.ts'

const to = (url: string) =>
  ({
    request: { method: 'GET', url, credential: 'missing', headers: [] },
    response: { status: 200, reason: 'OK' },
  }) as unknown as WrittenExchange
const line = (url: string, base?: string) => sentLine(to(url), base).split(',')[0]

test('shortens a URL below the root of the API', () => {
  expect(line('http://x/gw/api/public/v1/users?page=2')).toBe('GET /users?page=2')
  expect(line('http://x/gw/api/public/v1/users', 'http://x/gw')).toBe('GET /users')
  expect(line('http://x/gw/api/public/v1', 'http://x/gw')).toBe('GET /')
})

test('keeps a URL that only contains the root of the API', () => {
  const url = 'http://x/index.php/api/public/v1/users'
  expect(line(url, 'http://x')).toBe(`GET ${url}`)
  expect(line('http://x/health', 'http://x')).toBe('GET http://x/health')
})

test('shows a whole URL that was sent as the target', () => {
  const written = to('http://x/api/public/v1/users')
  const absolute = { ...written, request: { ...written.request, absolute: true as const } }
  expect(sentLine(absolute, 'http://x').split(',')[0]).toBe('GET http://x/api/public/v1/users')
})

test('names a second credential beside the key', () => {
  const written = to('http://x/api/public/v1/users')
  const of = (...names: string[]) =>
    sentLine({ ...written, request: { ...written.request, headers: names.map((name) => [name, '****'] as const) } })
  expect(of('X-Api-Key', 'Authorization')).toBe('GET /users, key: missing, with Authorization → 200 OK')
  expect(of('Authorization')).toBe('GET /users, key: missing → 200 OK')
})

test('says that --strict made a failure of a warning, also of a rule whose others are errors', () => {
  const of = (severity: 'error' | 'warning', failure: object) =>
    severityText({ status: 'failed', severity, failure: failure as Failure })
  expect(of('error', {})).toBe('error: fails the run')
  for (const text of [of('error', { warning: true }), of('warning', {})])
    expect(text).toBe('warning: fails the run because of --strict')
  const only = { onlyWarning: true } as unknown as Failure
  expect(severityText({ status: 'warned', severity: 'warning', failure: only })).toBe(
    'warning: does not fail the run, nor with --strict',
  )
})

test('names the client of a request, or its one property', () => {
  const as = (client: string) => {
    const written = to('http://x/api/public/v1/users')
    return sentLine({ ...written, request: { ...written.request, client } })
  }
  expect(as('undici')).toBe('GET /users, key: missing, as undici → 200 OK')
  expect(as('undici: accept-encoding')).toBe('GET /users, key: missing, with accept-encoding → 200 OK')
})

describe('requests', () => {
  const sent = (curl: string) => {
    const written = to(`http://x/api/public/v1/${curl}`)
    return { ...written, request: { ...written.request, curl } }
  }
  const failure = (urls: readonly string[], context?: RequestContext) =>
    ({
      exchanges: urls.map(sent),
      context,
      request: {},
      causes: [],
      counterexample: {},
      curl: '',
    }) as unknown as Failure

  test('at the same time: says how many responses are right', () => {
    expect(aloneText(failure(['one', 'two'], 'concurrent'))).toContain(
      '8 times among 24 requests: all 8 responses should',
    )
    expect(aloneText(failure(['one'], 'concurrent'))).toContain('all 16 responses should')
    expect(aloneText(failure(['one']))).toBeUndefined()
  })

  test('that another one is compared with are marked', () => {
    const sentBy = (context?: RequestContext) =>
      new Map(failureFields({ failure: failure(['one', 'two'], context) } as RuleResult)).get('sent')
    expect(sentBy()).toMatch(/^- for comparison: GET \/one.*\n- GET \/two/)
    expect(sentBy('before')).not.toContain('comparison')
  })
})
