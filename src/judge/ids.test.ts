import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Json } from '../core/json.ts'
import { ascent, type Id, idOf, idsOf, placeAmong, sameId, showId } from './ids.ts'

const big = fc.bigInt({ min: 0n, max: 2n ** 70n })
const sortedBig = fc.uniqueArray(big, { minLength: 2 }).map((ids) => ids.sort((a, b) => (a < b ? -1 : 1)))
/** As our JSON reader gives it: a bigint only where a number would lose digits. */
const asRead = (id: bigint): Id => (id <= Number.MAX_SAFE_INTEGER ? Number(id) : id)

describe('ascending ids', () => {
  test('numbers of any size', () => {
    fc.assert(fc.property(sortedBig, (ids) => void expect(ascent(ids.map(asRead))).toBe('ascends')))
  })

  test('strings of digits, by value', () => {
    fc.assert(fc.property(sortedBig, (ids) => void expect(ascent(ids.map(String))).toBe('ascends')))
  })

  test('other strings, by code units', () => {
    const hex = sortedBig.map((ids) => ids.map((id) => id.toString(16).padStart(20, '0')))
    fc.assert(fc.property(hex, (ids) => void expect(ascent(ids)).toBe('ascends')))
    const texts = fc.uniqueArray(fc.string({ minLength: 1 }).filter((text) => !/^\d+$/.test(text)))
    fc.assert(fc.property(texts, (ids) => void expect(ascent(ids.sort((a, b) => (a < b ? -1 : 1)))).toBe('ascends')))
  })

  test.each([
    [['01J8Z3NDEKTSV4RRFFQ69G5FAV', '01J8Z3NDEKTSV4RRFFQ69G5FAW', '01JA0000000000000000000000']],
    [['01890a5d-ac96-774b-bcce-b302099a8057', '01890a5d-ac97-7000-8000-000000000000']],
    [['user-9', 'user-10', 'user-100']],
    [['a', 'B', 'c']],
    [['9', 'c', 'f', '12', '1b', 'ff', '102']],
    [['7']],
    [[]],
  ])('%j', (ids) => {
    expect(ascent(ids)).toBe('ascends')
  })
})

describe('ids that do not ascend', () => {
  test('two ids in the wrong order, or equal', () => {
    fc.assert(
      fc.property(sortedBig, fc.nat(), fc.boolean(), (sorted, at, twice) => {
        const i = at % (sorted.length - 1)
        const ids = [...sorted]
        ids[i] = sorted[i + 1]!
        if (!twice) ids[i + 1] = sorted[i]!
        expect(ascent(ids.map(asRead))).toEqual({ descentAt: i + 1 })
        expect(ascent(ids.map(String))).toEqual({ descentAt: i + 1 })
      }),
    )
  })

  test.each([
    [['9', '10', '100', '11'], 3],
    [['10', '9'], 1],
    [['user-2', 'user-1'], 1],
    [['01J8Z3NDEKTSV4RRFFQ69G5FAW', '01J8Z3NDEKTSV4RRFFQ69G5FAV'], 1],
    [['x', 'x'], 1],
    [['f', '12', '1b', '1a'], 3],
    [[2 ** 53, 2 ** 53], 1],
    // With several possible orders, the one with the latest descent counts.
    [['a', 'B', 'A'], 2],
    [['user-9', 'user-10', 'user-7'], 2],
  ])('%j, from place %i on', (ids, descentAt) => {
    expect(ascent(ids as Id[])).toEqual({ descentAt })
  })

  test('numbers among strings have no order', () => {
    expect(ascent([1, '2'])).toBe('mixed')
  })
})

test('an id is a string or a number', () => {
  expect(idsOf([{ id: 1 }, { id: '2' }, { id: 3n }])).toEqual([1, '2', 3n])
  const without: Json[] = [{}, { id: null }, { id: true }, { id: {} }, null, 'id', ['id'], { ID: 1 }]
  for (const record of without) expect(idOf(record), JSON.stringify(record)).toBeUndefined()
  expect(idsOf([{ id: 1 }, {}])).toBeUndefined()
})

test('equal ids have the same value and type', () => {
  expect(sameId(5, 5)).toBe(true)
  expect(sameId(2 ** 53, 2n ** 53n)).toBe(true)
  expect(sameId('5', '5')).toBe(true)
  expect(sameId('5', 5)).toBe(false)
  expect(sameId(5, '5')).toBe(false)
  expect(sameId('5', '05')).toBe(false)
  expect(sameId(undefined, undefined)).toBe(false)
  expect(sameId(undefined, 5)).toBe(false)
  expect(sameId(5, undefined)).toBe(false)
  expect(sameId(2n ** 53n, 2n ** 53n + 1n)).toBe(false)
})

test('ids compare if their order is unambiguous', () => {
  expect(placeAmong([], '9', ['10'])).toEqual([-1])
  expect(placeAmong([], 9, [10n])).toEqual([-1])
  expect(placeAmong([], 'b', ['a'])).toEqual([1])
  expect(placeAmong([], 'u9', ['u10'])).toEqual([undefined])
  expect(placeAmong([], 1, ['1'])).toEqual([undefined])
})

test('ids compare in the order in which their list ascends', () => {
  expect(placeAmong(['u8', 'u9', 'u10'], 'u11', ['u9'])).toEqual([1])
  expect(placeAmong(['u10', 'u11', 'u9'], 'u11', ['u9'])).toEqual([-1])
  expect(placeAmong(['aa', 'aB', 'ac'], 'aD', ['ac'])).toEqual([1])
  expect(placeAmong(['c', 'b'], 'a', ['b'])).toEqual([undefined])
})

test('formatted ids show their type', () => {
  expect([showId(5), showId(2n ** 64n), showId('5'), showId(undefined)]).toEqual([
    '5',
    '18446744073709551616',
    '"5"',
    'no id',
  ])
})
