import { describe, expect, it } from 'vitest'
import type { Exchange, Response } from '../core/exchange.ts'
import type { Json } from '../core/json.ts'
import { contentType, fieldsOf, limitHeaders, observedResponse, steady, typeOf } from './observed-response.ts'

const answer = (json: Json | undefined, status = 200, bytes = 9): Exchange =>
  ({ response: { status, json, bytes } }) as unknown as Exchange
const withHeaders = (...headers: [string, string][]) => ({ headers }) as unknown as Response

describe('seen', () => {
  it.each<[string, Exchange, object]>([
    [
      'arrays by their length, numbers as they are',
      answer({ data: [1, 2], page: 3, id: 'x' }),
      { status: 200, data: '2 records', page: 3 },
    ],
    ['integers of any size', answer({ page: 2n ** 70n }), { status: 200, page: '1180591620717411303424' }],
    ['no missing properties', answer({}), { status: 200 }],
    [
      'the code of an error',
      answer({ error: { code: 'not_found', message: 'id 7' } }, 404),
      { status: 404, code: 'not_found' },
    ],
    ['only a code that is text', answer({ error: { code: 404 } }, 404), { status: 404 }],
    ['an empty body', answer(undefined, 204, 0), { status: 204, body: 'empty' }],
    ['a body that is not JSON', answer(undefined, 502, 9), { status: 502, body: 'not JSON' }],
    ['no response', { problem: { kind: 'timeout' } } as Exchange, { noAnswer: 'timeout' }],
    ['no response for no reason', {} as Exchange, { noAnswer: 'unknown' }],
  ])('%s', (_, x, expected) => expect(observedResponse(x, ['data', 'page'])).toStrictEqual(expected))

  it('shows a complete list without its length, which changes', () =>
    expect(observedResponse(answer({ data: [1, 2] }), ['data'], () => true)).toEqual({
      status: 200,
      data: 'all records',
    }))

  it('omits properties that are not named', () =>
    expect(observedResponse(answer({ data: [] }))).toEqual({ status: 200 }))
})

it.each<[Json | undefined, string]>([
  [undefined, 'absent'],
  [null, 'null'],
  [3n, 'integer'],
  [3, 'integer'],
  [3.5, 'number'],
  ['3', 'string'],
  [true, 'boolean'],
  [{}, 'object'],
  [[], 'array'],
  [[1, 'x', 2], 'array of integer | string'],
  [['x', 1], 'array of integer | string'],
])('type of case %#: %s', (json, type) => expect(typeOf(json)).toBe(type))

describe('fieldsOf', () => {
  it.each<[Json[], Json]>([
    [[{ id: 1, name: 'a' }, { id: '2' }], { id: 'integer | string', name: 'absent | string' }],
    [[{ id: 1 }, 'x'], { id: 'integer' }],
    [[], 'no record to look at'],
    [['x', null], 'null | string'],
    [[{ toString: 1 }, {}], { toString: 'absent | integer' }],
  ])('%j', (records, fields) => expect(fieldsOf(records)).toEqual(fields))

  it('sorts the names', () =>
    expect(Object.keys(fieldsOf([{ b: 1 }, { a: 1, c: 1 }]) as object)).toEqual(['a', 'b', 'c']))
})

it('steady replaces the variable parts of a text', () => {
  expect(steady('The key lacks a scope')).toBe('The key lacks a scope')
  expect(steady('Denied (request 0f-9c1e, 2026-11-21T07:00:00.1Z): rows.read, é漢')).toBe(
    'Denied (request #, #): rows.read, é漢',
  )
})

it('handles long words and many names in linear time', () => {
  expect(steady('a'.repeat(300_000))).toHaveLength(300_000)
  const records = Array.from({ length: 50_000 }, (_, i) => ({ [`member${i}`]: 1 }))
  expect(Object.keys(fieldsOf(records) as object)).toHaveLength(records.length)
})

it('returns the content type as written', () => {
  expect(contentType(withHeaders(['Content-Type', 'application/json; charset=utf-8']))).toBe(
    'application/json; charset=utf-8',
  )
  expect(contentType(withHeaders(['content-type', 'a/b'], ['content-type', 'c/d']))).toBe('a/b, c/d')
  expect(contentType(withHeaders())).toBe('none')
})

it('lists each rate limit header once, sorted', () => {
  const names = [
    'X-RateLimit-Remaining',
    'x-ratelimit-remaining',
    'RateLimit',
    'X-Rate-Limit-Limit',
    'Retry-After',
    'Date',
  ]
  const others = ['X-Retry-After', 'Retry-After-Ms', 'My-RateLimit', 'xratelimit']
  expect(limitHeaders(withHeaders(...[...names, ...others].map((name): [string, string] => [name, '1'])))).toEqual([
    'ratelimit',
    'retry-after',
    'x-rate-limit-limit',
    'x-ratelimit-remaining',
  ])
})
