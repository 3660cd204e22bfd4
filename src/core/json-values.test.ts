import { expect, describe as group, it } from 'vitest'
import type { Json } from './json.ts'
import { at, describe, isInteger, isObject } from './json-values.ts'

group('isInteger', () => {
  it.each([0, -1, 25, 2 ** 60, 5n])('takes %s', (value) => expect(isInteger(value)).toBe(true))
  it.each([1.5, '25', true, null, undefined, [], {}])('refuses %j', (value) =>
    expect(isInteger(value as Json)).toBe(false),
  )
})

group('isObject', () => {
  it('accepts objects only', () => {
    expect(isObject({})).toBe(true)
    for (const other of [null, [], 'x', 1, undefined] as Json[]) expect(isObject(other)).toBe(false)
  })
})

group('at', () => {
  const json: Json = { pagination: { total: 7 }, list: [{ x: 1 }], none: null, text: 'abc' }

  it.each<[string, unknown]>([
    ['pagination.total', 7],
    ['pagination', { total: 7 }],
    ['none', null],
    ['pagination.page', undefined],
    ['absent.total', undefined],
    ['none.total', undefined],
    ['text.length', undefined],
    ['list.0', undefined],
    ['list.length', undefined],
    // Inherited properties are not part of the response.
    ['toString', undefined],
    ['pagination.constructor', undefined],
  ])('%s', (path, value) => expect(at(json, path)).toEqual(value))

  it('is undefined without a body', () => expect(at(undefined, 'error')).toBeUndefined())
})

group('describe', () => {
  const names = Object.fromEntries([...'abcdefghij'].map((name) => [name, 1]))

  it.each<[Json | undefined, string]>([
    [undefined, 'missing'],
    [null, 'null'],
    [[1, 2, 3], 'an array of 3'],
    [{ a: 1, b: 2 }, 'an object with the fields a, b'],
    [{ 207: {} }, 'an object with the field 207'],
    [names, 'an object with the fields a, b, c, d, e, f, g, h and 2 more'],
    [{}, 'an object with no fields'],
    ['25', 'the string "25"'],
    ['x'.repeat(80), `the string "${'x'.repeat(80)}"`],
    ['x'.repeat(81), `the string "${'x'.repeat(80)}…"`],
    [25, 'the number 25'],
    [2n ** 70n, 'the number 1180591620717411303424'],
    [false, 'false'],
  ])('case %#: %s', (json, text) => expect(describe(json)).toBe(text))
})
