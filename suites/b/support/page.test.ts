import { describe, expect, it } from 'vitest'
import { sampleExchange } from '../../../src/testing/sample-exchange.ts'
import { asked, integersIn, inWords, isListAnswer, readPage } from './page.ts'

const envelope = { items: [{ id: 1 }], total: 130, page: 1, size: 50, pages: 3 }
const list = (json: unknown = envelope, status = 200, more = {}) =>
  sampleExchange('/projects', { page: 1 }, { status, json }, more)
const rows = '/projects/{project_id}/datasets/{dataset_id}/rows'

describe('a list page', () => {
  it('is read from a success of a list', () => {
    expect(readPage(list())).toEqual({ items: [{ id: 1 }], total: 130n, page: 1n, size: 50n, pages: 3n })
    expect(readPage(list({ ...envelope, more: true }, 206))).toBeDefined()
  })

  it.each([
    ['an error', list(envelope, 404)],
    ['the rows', sampleExchange(rows, {}, { json: envelope })],
    ['the company', sampleExchange('/company', {}, { json: envelope })],
    ['a response to another method', list(envelope, 200, { method: 'HEAD' })],
    ['items that are no array', list({ ...envelope, items: {} })],
    ['a total that is text', list({ ...envelope, total: '130' })],
    ['a fraction of a page', list({ ...envelope, pages: 2.6 })],
    ['no size', list({ ...envelope, size: undefined })],
    ['nothing', list(null)],
  ])('is none: %s', (_, x) => expect(readPage(x)).toBeUndefined())

  it('of any list, by GET', () => {
    expect(isListAnswer(sampleExchange('/projects/{project_id}/nodes', {}, { json: 1 }, { method: 'GET' }))).toBe(true)
    expect(isListAnswer(sampleExchange('/company', {}))).toBe(false)
  })
})

describe('the requested page', () => {
  const of = (query: Record<string, string | number>, endpoint = '/projects', more = {}) =>
    asked(sampleExchange(endpoint, query, {}, more))

  it('is page and size within their ranges', () => {
    expect(of({})).toEqual({})
    expect(of({ page: 1, size: 1 })).toEqual({ page: 1n, size: 1n })
    expect(of({ page: 7, size: 100 })).toEqual({ page: 7n, size: 100n })
    expect(of({ size: 1000 }, rows)).toEqual({ size: 1000n })
    expect(of({ page: '9223372036854775807' })).toEqual({ page: 9223372036854775807n })
  })

  it.each([
    { page: 0 },
    { page: -1 },
    { size: 0 },
    { size: 101 },
    { page: 'x' },
    { size: '1.5' },
    { page: '' },
    { q: 1 },
  ])('says nothing of %j', (query) => expect(of(query as never)).toBeUndefined())

  it('is undefined for rows beyond their range, and for open requests', () => {
    expect(of({ size: 1001 }, rows)).toBeUndefined()
    expect(of({ page: 1 }, '/projects', { open: true })).toBeUndefined()
  })

  it('is undefined if a parameter is repeated or is not an integer', () => {
    const twice = {
      query: [
        ['page', '1'],
        ['page', '2'],
      ] as const,
    }
    expect(integersIn(sampleExchange('/projects', {}, {}, twice))).toBeUndefined()
    expect(integersIn(sampleExchange('/projects', { page: '1x' }))).toBeUndefined()
    expect(integersIn(sampleExchange('/projects', { page: 'x1' }))).toBeUndefined()
    expect(integersIn(sampleExchange('/projects', {}, {}, { query: [['page', [{ env: 'K' }]]] }))).toBeUndefined()
    expect(integersIn(sampleExchange('/projects', {}, {}, { query: undefined }))).toEqual({})
    expect(integersIn(sampleExchange('/projects', { page: -3, size: 101 }))).toEqual({ page: -3n, size: 101n })
  })
})

it('a request in words names the endpoint and the query, and no key', () => {
  expect(inWords(sampleExchange(rows, { page: 2, size: 50 }))).toBe(
    'GET /projects/{project_id}/datasets/{dataset_id}/rows?page=2&size=50',
  )
  expect(inWords(sampleExchange('/else', {}, {}, { query: [['key', [{ env: 'K' }]]] }))).toBe('GET /else?key=****')
  expect(inWords(sampleExchange('/company', {}, {}, { query: undefined }))).toBe('GET /company')
})
