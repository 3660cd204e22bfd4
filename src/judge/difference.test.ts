import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Exchange, Response } from '../core/exchange.ts'
import type { Json } from '../core/json.ts'
import { between, ofBodies, ofHeader, ofHeaderOrder, ofJson, ofRecords, type Sides } from './difference.ts'

const SIDES: Sides = ['one', 'other']
const short = (found: ReturnType<typeof between>) => found && [found.at, found.one.text, found.other.text]

const answer = (more: Partial<Response> = {}): Exchange =>
  ({
    response: { status: 401, reason: 'Unauthorized', headers: [], bytes: 0, text: '', duplicates: [], ...more },
  }) as unknown as Exchange

test('finds a header that is missing, in another order, or has another value', () => {
  const [date, id] = [
    ['Date', 'x'],
    ['X-Renew', 'soon'],
  ] as const
  const [one, both, turned] = [[date], [date, id], [id, date]].map((headers) => answer({ headers }))
  expect(short(ofHeader(one!, both!, SIDES, 'x-renew'))).toEqual(['header X-Renew', '(absent)', 'soon'])
  expect(short(ofHeader(one!, answer({ headers: [['date', 'y']] }), SIDES, 'date'))).toEqual(['header Date', 'x', 'y'])
  expect(short(ofHeaderOrder(both!, turned!, SIDES))).toEqual(['header order', 'date, x-renew', 'x-renew, date'])
  expect(ofHeaderOrder(one!, one!, SIDES)).toBeUndefined()
})

describe('ofBodies', () => {
  const diff = (one: Partial<Response>, other: Partial<Response>) => short(ofBodies(answer(one), answer(other), SIDES))

  test('finds a byte of the body, counted in UTF-8 from 1, with its context', () => {
    expect(diff({ text: 'é: 1' }, { text: 'é: 2' })).toEqual(['body, byte 5', 'é: 1', 'é: 2'])
    expect(diff({ text: '' }, { text: 'x' })).toEqual(['body, byte 1', '(empty)', 'x'])
    const [before, after] = ['a'.repeat(500), 'b'.repeat(500)]
    const [at, one, other] = diff({ text: `${before}1${after}` }, { text: `${before}\n${after}` })!
    expect(at).toBe('body, byte 501')
    expect(one).toMatch(/^…a{40}1b+…$/)
    expect(other).toMatch(/^…a{40}\\nb+…$/)
  })

  test('reports a body that is not UTF-8', () => {
    const none = { text: undefined, fault: 'invalid UTF-8 at byte 3' }
    expect(diff(none, { text: 'x' })).toEqual(['body', '(invalid UTF-8 at byte 3)', 'text'])
  })
})

describe('ofJson', () => {
  test('finds a property by its path and ignores the order of properties', () => {
    const one = { a: 1, b: { c: [1, 2], d: null } }
    expect(ofJson(one, { b: { d: null, c: [1, 2] }, a: 1 }, SIDES)).toBeUndefined()
    expect(short(ofJson(one, { a: 1, b: { c: [1, 3], d: null } }, SIDES))).toEqual(['b.c[1]', '2', '3'])
    expect(short(ofJson(one, { a: 1, b: { c: [1, 2] } }, SIDES))).toEqual(['b.d', 'null', '(absent)'])
  })

  test('finds a record by its position in the list', () => {
    expect(short(ofRecords([1, 2], [1, 2, 3], SIDES, { from: 10 }))).toEqual(['record 13', '(absent)', '3'])
  })

  test('handles properties with the names of inherited ones', () => {
    const named = JSON.parse('{"toString":{},"__proto__":1}') as Json
    expect(short(ofJson({}, named, SIDES))).toEqual(['toString', '(absent)', '{}'])
    expect(ofJson(named, named, SIDES)).toBeUndefined()
  })

  test('finds a difference exactly if the values differ', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (one, other) => {
        const found = ofJson(one as Json, other as Json, SIDES)
        expect(found !== undefined).toBe(ofJson(other as Json, one as Json, SIDES) !== undefined)
        expect(ofJson(one as Json, structuredClone(one) as Json, SIDES)).toBeUndefined()
        if (found) expect(found.one.text).not.toBe(found.other.text)
      }),
    )
  })
})

test('distinguishes a line break from its JSON escape', () => {
  expect(short(between('x', SIDES, ['\n', '\\n']))).toEqual(['x', '"\\n"', '"\\\\n"'])
})

test('truncates both texts at the same offset and keeps the difference', () => {
  fc.assert(
    fc.property(fc.string(), fc.string({ maxLength: 300 }), fc.string({ maxLength: 300 }), (start, one, other) => {
      const found = between('x', SIDES, [start + one, start + other])
      if (one === other) expect(found).toBeUndefined()
      else expect(found?.one.text).not.toBe(found?.other.text)
    }),
  )
})
