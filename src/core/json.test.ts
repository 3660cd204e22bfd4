import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { canonical, isSame, type Json, MAX_DEPTH, parseJson, writeJson } from './json.ts'

const big = fc.bigInt({ min: -(10n ** 40n), max: 10n ** 40n }).filter((n) => !Number.isSafeInteger(Number(n)))
const { json } = fc.letrec<{ json: Json }>((tie) => ({
  json: fc.oneof(
    { maxDepth: 4 },
    fc.constantFrom(null, true, false),
    fc.integer(),
    fc.double({ noNaN: true, noDefaultInfinity: true }).map((n) => n || 0),
    big,
    fc.string({ unit: 'binary' }),
    fc.constantFrom('": ', '{"a":1,"a":2}', '\\"', '1234567890123456789'),
    fc.array(tie('json')),
    fc.dictionary(fc.oneof(fc.string(), fc.constantFrom('__proto__', 'a"b', 'a":')), tie('json')),
  ),
}))

describe('parseJson', () => {
  test('parses what writeJson wrote without loss and without duplicates', () => {
    fc.assert(
      fc.property(json, fc.constantFrom(0, 2), (value, indent) => {
        const parsed = parseJson(writeJson(value, indent))
        expect(parsed).toStrictEqual({ json: asParsed(value), duplicates: [] })
      }),
    )
  })

  test('parses integers beyond 2^53 as bigint and all others as number', () => {
    const text = '[9007199254740993,-9223372036854775808,9007199254740991,1.0000000000000001,1e20,"9007199254740993"]'
    expect(parseJson(text).json).toEqual([
      9007199254740993n,
      -9223372036854775808n,
      9007199254740991,
      1,
      1e20,
      '9007199254740993',
    ])
  })

  test.each([
    ['{"pagination":{"total":1,"total":1}}', ['pagination.total']],
    ['{"data":[{},{"id":1},{},{"id":1, "x":[{"id":3}], "id":2}]}', ['data[3].id']],
    ['{"a":1,"\\u0061":2}', ['a']],
    ['{"a.b":{"":1,"":2},"a.b":3}', ['["a.b"][""]', '["a.b"]']],
    ['{"a":1,"b":{"a":1},"c":"\\"a\\":1"}', []],
    ['[{"a":1},{"a":1}]', []],
    ['{"__proto__":1,"__proto__":2}', ['__proto__']],
    ['[[{"a":",{\\"a\\":","a" \n:1}]]', ['[0][0].a']],
  ])('finds duplicate properties in %s', (text, duplicates) => {
    expect(parseJson(text).duplicates).toEqual(duplicates)
  })

  test('finds a duplicate property with an escaped name', () => {
    const escapeAll = (name: string) =>
      [...Array(name.length).keys()].map((i) => `\\u${name.charCodeAt(i).toString(16).padStart(4, '0')}`).join('')
    fc.assert(
      fc.property(fc.dictionary(fc.string(), json, { minKeys: 1 }), fc.nat(), json, (object, pick, other) => {
        const names = Object.keys(object)
        const name = names[pick % names.length]!
        const text = `${writeJson(object).slice(0, -1)},"${escapeAll(name)}":${writeJson(other)}}`
        expect(parseJson(text).duplicates).toHaveLength(1)
      }),
    )
  })

  test.each([
    ['<html>', "not JSON: Unexpected token '<'"],
    ['undefined', 'not JSON'],
    ['', 'not JSON: Unexpected end of JSON input'],
    ['\uFEFF{}', 'not JSON: it begins with a byte order mark'],
    ['{"a":1,}', 'not JSON: Expected double-quoted property name in JSON at position 7 (line 1 column 8)'],
    ['{"a":NaN}', "not JSON: Unexpected token 'N'"],
  ])('explains why %j is not JSON', (text, fault) => {
    expect(parseJson(text)).toEqual({ fault, duplicates: [] })
  })

  test('keeps all digits of a long integer at any offset', () => {
    for (let before = 0; before < 40; before++)
      for (const digits of [16, 17, 31])
        expect(parseJson(`{"${'x'.repeat(before)}":${'9'.repeat(digits)}}`).json).toEqual({
          ['x'.repeat(before)]: BigInt('9'.repeat(digits)),
        })
  })

  test('survives any nesting depth', () => {
    const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)
    expect(parseJson(nested(MAX_DEPTH)).fault).toBeUndefined()
    expect(parseJson(nested(MAX_DEPTH + 1)).fault).toBe(`nested deeper than ${MAX_DEPTH} levels`)
    expect(parseJson(nested(500_000)).fault).toBe(`nested deeper than ${MAX_DEPTH} levels`)
    expect(parseJson(`{"a":${'{"a":'.repeat(50_000)}1234567890123456789${'}'.repeat(50_001)}`).fault).toMatch(/^nested/)
  })

  test('limits the depth of large texts, ignoring brackets in strings', () => {
    const text = `{"a":"${'[{\\"'.repeat(20_000)}","b":[[${'[1],'.repeat(10_000)}2]]}`
    expect(parseJson(text).json).toEqual(JSON.parse(text))
    const list = (depth: number) => `${'['.repeat(depth)}"${' '.repeat(40_000)}"${']'.repeat(depth)}`
    expect(parseJson(list(MAX_DEPTH)).fault).toBeUndefined()
    expect(parseJson(list(MAX_DEPTH + 1)).fault).toMatch(/^nested/)
  })

  test('finds the end of a string with any escapes', () => {
    const odd = fc.string({ unit: fc.constantFrom('\\', '"', '[', ']', 'x'), maxLength: 12 })
    fc.assert(
      fc.property(fc.array(odd), (texts) => {
        const deep = `${'['.repeat(MAX_DEPTH - 1)}${JSON.stringify([...texts, '['.repeat(40_000)])}${']'.repeat(MAX_DEPTH - 1)}`
        expect(parseJson(deep).fault).toBeUndefined()
        expect(parseJson(`[${deep}]`).fault).toMatch(/^nested/)
      }),
    )
  })

  test('parses a string with millions of escapes', () => {
    const text = `{"a":"${'\\n'.repeat(4_000_000)}","a":1}`
    expect(parseJson(text).duplicates).toEqual(['a'])
  })
})

describe('canonical', () => {
  test('does not depend on the order of properties', () => {
    expect(canonical({ b: [1n, { d: null, c: 'x' }], a: 9007199254740993n })).toBe(
      '{"a":9007199254740993,"b":[1,{"c":"x","d":null}]}',
    )
    fc.assert(
      fc.property(json, (value) => {
        expect(canonical(reversed(value))).toBe(canonical(value))
        expect(parseJson(canonical(value)).json).toStrictEqual(asParsed(value))
      }),
    )
  })
})

describe('isSame', () => {
  test.for<[Json, Json]>([
    [-0, 0],
    [1e20, 100000000000000000000n],
    [{ a: [1, { b: null }] }, { a: [1, { b: null }] }],
  ])('%s and %s', ([one, other]) => expect([isSame(one, other), isSame(other, one)]).toEqual([true, true]))

  test.for<[Json, Json]>([
    ['1', 1],
    [9007199254740993n, 9007199254740992],
    [null, {}],
    [[], {}],
    [[1], [1, 2]],
    [{ a: 1 }, { a: 1, b: 2 }],
    [{ a: 1 }, { b: 1 }],
    [{}, { toString: 1 }],
    [{ a: { b: 1 } }, { a: { b: 2 } }],
  ])('but not %s and %s', ([one, other]) => expect([isSame(one, other), isSame(other, one)]).toEqual([false, false]))

  test('agrees with the equality of canonical forms', () => {
    fc.assert(
      fc.property(json, json, (one, other) => {
        expect(isSame(one, reversed(one))).toBe(true)
        expect(isSame(one, other)).toBe(canonical(one) === canonical(other))
      }),
    )
  })
})

function reversed(value: Json): Json {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(reversed)
  return Object.fromEntries(
    Object.entries(value)
      .toReversed()
      .map(([name, inner]) => [name, reversed(inner)]),
  )
}

/** Doubles that are written as long integers come back as bigint, and objects with the prototype of all. */
function asParsed(value: Json): Json {
  if (typeof value === 'number' && Number.isInteger(value) && !Number.isSafeInteger(value) && Math.abs(value) < 1e21)
    return BigInt(String(value))
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(asParsed)
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, asParsed(inner)]))
}

test('parses an extremely long integer quickly, as Infinity', () => {
  expect(parseJson(`-${'9'.repeat(5_000_000)}`).json).toBe(-Infinity)
})

test('ignores properties added to Object.prototype', () => {
  const look = () => ({
    duplicates: parseJson('{"a":1,"a":2}').duplicates,
    same: [isSame({ a: 1 }, { a: 1 }), isSame({ a: 1 }, {})],
  })
  Object.defineProperty(Object.prototype, 'x', { value: 1, enumerable: true, configurable: true })
  const seen = look()
  Reflect.deleteProperty(Object.prototype, 'x')
  expect(seen).toEqual({ duplicates: ['a'], same: [true, false] })
})
