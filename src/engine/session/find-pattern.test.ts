import { expect, test } from 'vitest'
import { sampleExchange } from '../../testing/sample-exchange.ts'
import { findPattern, traitsOf } from './find-pattern.ts'

const times = (n: number, ...traits: string[]) => Array.from({ length: n }, () => traits)

test('names what all failing responses have and no conforming one', () => {
  const failing = [...times(3, 'page=1', 'has_more false'), ...times(2, 'page=9', 'has_more false')]
  expect(findPattern(failing, times(7, 'page=1', 'has_more true'))).toBe(
    'all 5 failing responses, and none of 7 conforming ones: has_more false',
  )
})

test('names what all conforming responses have and no failing one', () => {
  const failing = [...times(3, 'page=1'), ...times(2, 'page=2')]
  expect(findPattern(failing, times(7, 'page=1', 'a parameter size'))).toBe(
    'all 7 conforming responses, and none of 5 failing ones: a parameter size',
  )
})

test('is undefined where nothing separates them, or there are few', () => {
  expect(findPattern(times(5, 'page=1'), times(5, 'page=1'))).toBeUndefined()
  expect(findPattern(times(3, 'page=1'), times(5, 'page=2'))).toBeUndefined()
  expect(findPattern(times(5, 'page=1'), times(3, 'page=2'))).toBeUndefined()
})

test('names two traits that only the failing responses have together', () => {
  const conforming = [...times(4, 'status 400', 'key via x-api-key'), ...times(4, 'key via bearer')]
  expect(findPattern(times(5, 'status 400', 'key via bearer'), conforming)).toBe(
    'all 5 failing responses, and none of 8 conforming ones: status 400 with key via bearer',
  )
})

test('names whose key it was', () => {
  const by = (about: 'active' | 'other-tenant') => [
    ...traitsOf(sampleExchange('/x', {}, {}, { credential: { class: about, form: 'bearer', headers: [] } })),
  ]
  expect(findPattern(Array(4).fill(by('other-tenant')), Array(4).fill(by('active')))).toMatch(/: another tenant's key$/)
})

test('names the values of a parameter that separate them', () => {
  const of = (...values: number[]) => values.map((value) => ['path /x', `size=${value}`, 'a parameter size'])
  const twice = (...values: number[]) => [...of(...values), ...of(...values)]
  expect(findPattern(of(1, 2, 7, 99), twice(10, 25, 100))).toBeUndefined()
  expect(findPattern(twice(1, 2, 7, 99), [...twice(10, 25, 100), ['path /x']])).toBe(
    'with size 10, 25, 100 it conforms, with 1, 2, 7, 99 it fails',
  )
  expect(findPattern(twice(1, 2, 7, 99), twice(10, 25, 100, 7))).toBeUndefined()
})

test('does not repeat what is wrong', () => {
  const conforming = times(4, 'some data')
  expect(findPattern(times(5, 'data an object'), conforming, 'data as an object')).toBeUndefined()
  expect(findPattern(times(5, 'data an object', 'page=2'), conforming, 'data as an object')).toContain(': page=2')
  expect(findPattern(times(5, 'status 401'), times(4, 'status 200'), '401 with an error')).toBeUndefined()
  for (const finding of ['403 with a body that is not JSON', '401 with an empty body'])
    expect(findPattern(times(5, 'a'), times(4, 'a', 'error an object'), finding)).toBeUndefined()
})

test('traits are those of the request and of the top level of the response', () => {
  const json = { items: [], columns: ['id'], has_more: false, page: 1, data: { 7: {} }, total: null }
  expect(traitsOf(sampleExchange('/rows', { size: '1', page: '2' }, { json }))).toEqual([
    'path /rows',
    'key via x-api-key',
    'size=1',
    'page=2',
    'a query',
    'a parameter size',
    'a parameter page',
    'size before page in the query',
    'the active key',
    'client tenant-api-conformance',
    'no items',
    'some columns',
    'has_more false',
    'data an object',
    'total null',
    'status 200',
  ])
})

test('numbers of a parameter that fail from one on', () => {
  const at = (...pages: string[]) => pages.map((page) => [`page=${page}`, 'a parameter page'])
  const far = ['9007199254740993', '9223372036854775807', '288230376151711745', '9007199254740993']
  const near = at('1', '4294967297', '7', '4294967297')
  expect(findPattern(at(...far), near)).toBe(
    'with page 4294967297 or less it conforms, with 9007199254740993 or more it fails',
  )
  expect(findPattern(at(...far, '3'), near) ?? '').not.toContain('or less')
})
