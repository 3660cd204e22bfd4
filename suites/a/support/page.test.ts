import { describe, expect, it } from 'vitest'
import { sampleExchange } from '../../../src/testing/sample-exchange.ts'
import { asked, isListAnswer, lengthOf, readPage } from './page.ts'

const envelope = { data: [{ id: 1 }], pagination: { page: 1, per_page: 25, total: 30, total_pages: 2 } }
const list = (json: unknown = envelope, status = 200, more = {}) => sampleExchange('/users', {}, { status, json }, more)
const pagination = (more: object) => list({ ...envelope, pagination: { ...envelope.pagination, ...more } })

describe('a page', () => {
  it('is read from a success of the list', () => {
    expect(readPage(list())).toEqual({ data: [{ id: 1 }], page: 1n, perPage: 25n, total: 30n, totalPages: 2n })
    expect(readPage(list(envelope, 206, { method: 'GET' }))).toBeDefined()
  })

  it.each([
    ['an error', list(envelope, 500)],
    ['another path', sampleExchange('/else', {}, { json: envelope })],
    ['a response to another method', list(envelope, 200, { method: 'HEAD' })],
    ['data that is no array', list({ ...envelope, data: {} })],
    ['a total that is text', pagination({ total: '30' })],
    ['half a page', pagination({ page: 1.5 })],
    ['no per_page', pagination({ per_page: undefined })],
    ['a null total_pages', pagination({ total_pages: null })],
    ['pagination that is not nested', list({ ...envelope, ...envelope.pagination, pagination: undefined })],
  ])('is none: %s', (_, x) => {
    expect(readPage(x)).toBeUndefined()
  })

  it('is not read from another method or endpoint', () => {
    expect([isListAnswer(list()), isListAnswer(list(1, 200, { method: 'HEAD' }))]).toEqual([true, false])
    expect([isListAnswer(sampleExchange('/else', {})), isListAnswer(list(1, 404))]).toEqual([false, false])
  })
})

describe('the requested page', () => {
  const of = (query: Record<string, string | number>, more = {}) => asked(sampleExchange('/users', query, {}, more))

  it('has the sent parameters and the defaults', () => {
    expect(of({})).toEqual({ page: 1n, perPage: 25n, sent: {} })
    expect(of({ page: 3 })).toEqual({ page: 3n, perPage: 25n, sent: { page: 3n } })
    expect(of({ page: 10, per_page: 100 })).toEqual({ page: 10n, perPage: 100n, sent: { page: 10n, perPage: 100n } })
    expect(of({ updated_since: '2024-01-01T00:00:00Z' })).toEqual({
      page: 1n,
      perPage: 25n,
      since: '2024-01-01T00:00:00Z',
      sent: {},
    })
    expect(of({}, { query: undefined })).toEqual({ page: 1n, perPage: 25n, sent: {} })
  })

  it.each([
    { page: 0 },
    { page: '01' },
    { page: 'x1' },
    { page: '1x' },
    { page: '' },
    { per_page: 0 },
    { per_page: 101 },
    { per_page: '2.5' },
    { q: 1 },
  ])('is nothing that §4 speaks of: %j', (query) => expect(of(query as never)).toBeUndefined())

  it('is undefined if the request is open, or holds a key', () => {
    expect(of({ page: 1 }, { open: true })).toBeUndefined()
    expect(of({}, { query: [['page', [{ env: 'K' }]]] })).toBeUndefined()
  })
})

it('the last page holds the rest', () => {
  expect([lengthOf(30n, 1n, 25n), lengthOf(30n, 2n, 25n), lengthOf(30n, 3n, 25n)]).toEqual([25n, 5n, undefined])
  expect([lengthOf(50n, 2n, 25n), lengthOf(50n, 3n, 25n)]).toEqual([25n, undefined])
})
