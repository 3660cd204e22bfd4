import { describe, expect, it } from 'vitest'
import { sampleExchange } from '../../../src/testing/sample-exchange.ts'
import { readRows } from './rows-page.ts'

const endpoint = '/projects/{project_id}/datasets/{dataset_id}/rows'
const envelope = { columns: ['a'], items: [{ a: 1 }], page: 1, size: 100, has_more: true }
const rows = (json: unknown = envelope, status = 200, more = {}) => sampleExchange(endpoint, {}, { status, json }, more)

describe('a page of rows', () => {
  it('is read from a success of the rows', () => {
    expect(readRows(rows())).toEqual({ columns: ['a'], items: [{ a: 1 }], page: 1n, size: 100n, hasMore: true })
    expect(readRows(rows({ ...envelope, items: [], columns: [], has_more: false }, 203))?.hasMore).toBe(false)
  })

  it.each([
    ['an error', rows(envelope, 500)],
    ['a list', sampleExchange('/projects', {}, { json: envelope })],
    ['a response to another method', rows(envelope, 200, { method: 'OPTIONS' })],
    ['columns that are no array', rows({ ...envelope, columns: 'a' })],
    ['columns that are not all strings', rows({ ...envelope, columns: ['a', 1] })],
    ['items that are no array', rows({ ...envelope, items: null })],
    ['rows that are arrays', rows({ ...envelope, items: [{ a: 1 }, [1]] })],
    ['has_more as text', rows({ ...envelope, has_more: 'true' })],
    ['no page', rows({ ...envelope, page: undefined })],
    ['a size that is text', rows({ ...envelope, size: '100' })],
  ])('is none: %s', (_, x) => expect(readRows(x)).toBeUndefined())
})
