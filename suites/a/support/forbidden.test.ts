import { describe, expect, it } from 'vitest'
import { sampleExchange } from '../../../src/testing/sample-exchange.ts'
import { forbidden, forbids } from './forbidden.ts'
import { accepted } from './key-accepted.ts'

const of = (status: number, error: object = {}, query = {}) =>
  sampleExchange('/users', query, { status, json: { error: { code: 'forbidden', message: 'x', status, ...error } } })

describe('a key that may not read the list', () => {
  it('gets 403 with code forbidden and any message', () => {
    expect(forbidden(of(403))).toBeUndefined()
    expect(forbidden(of(403, { message: '' }))).toBeUndefined()
  })

  it.each([
    [of(401), '403 with error.code "forbidden"'],
    [of(200), '403 with error.code "forbidden"'],
    [of(404), '403 with error.code "forbidden"'],
    [of(403, { code: 'Forbidden' }), 'error.code "forbidden"'],
    [of(403, { code: 'missing_scope' }), 'error.code "forbidden"'],
    [of(403, { message: 7 }), 'a string error.message'],
    [of(403, { status: 401 }), 'error.status 403, the HTTP status as an integer'],
    [sampleExchange('/users', {}, { status: 403 }), 'a JSON body with error.code, error.message and error.status'],
  ])('case %#: wrong', (x, expected) => expect(forbidden(x)).toMatchObject({ kind: 'violation', expected }))

  it('is inconclusive unless the active key is accepted via that header', () => {
    const { judge } = forbids('no-scope', [1, 1, 1])
    const c = { by: 'Bearer' } as const
    const good = sampleExchange('/users', {}, { json: {} })
    expect(judge({ good, bad: of(200) }, c)?.kind).toBe('violation')
    expect(judge({ good, bad: of(403) }, c)).toBeUndefined()
    expect(judge({ good: of(401), bad: of(401) }, c)?.kind).toBe('unclear')
  })
})

describe('a key that must be accepted', () => {
  it.each([
    [200, {}, true],
    [206, { page: 2 }, true],
    [401, {}, false],
    [403, {}, false],
    [404, {}, false],
    [500, {}, false],
    [401, { page: 2 }, false],
    [403, { page: 2 }, false],
    // Another error to a request with parameters is the matter of their rules.
    [404, { page: 2 }, true],
    [500, { page: 2 }, true],
  ])('%i to %j: %s', (status, query, good) =>
    expect(accepted(of(status, {}, query), 'by Bearer')?.kind).toBe(good ? undefined : 'violation'),
  )

  it('a request without a query must succeed', () => {
    expect(accepted(sampleExchange('/users', {}, { status: 404 }, { query: undefined }), '')?.kind).toBe('violation')
  })
})
