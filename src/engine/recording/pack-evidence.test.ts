import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Exchange } from '../../core/exchange.ts'
import { type Json, parseJson, writeJson } from '../../core/json.ts'
import { packEvidence, unpackEvidence } from './record-evidence.ts'

const x = { n: 7, req: { path: '/users' }, sentAt: 1 } as unknown as Exchange
const find = (n: number) => ({ ...x, n })

const leaf = fc.oneof(
  fc.string(),
  fc.boolean(),
  fc.double(),
  fc.bigInt(),
  fc.constantFrom<unknown>(null, undefined, x, Number.NaN, -0, Number.NEGATIVE_INFINITY, 2n ** 60n),
  fc.date({ noInvalidDate: true }),
)
const evidence = fc.letrec((tie) => ({
  any: fc.oneof(
    { depthSize: 'small' },
    leaf,
    fc.array(tie('any')),
    fc.dictionary(fc.oneof(fc.constant('$'), fc.string()), tie('any'), { noNullPrototype: true }),
    fc.array(fc.tuple(fc.string(), tie('any'))).map((entries) => new Map(entries)),
    fc.array(tie('any')).map((items) => new Set(items)),
  ),
})).any

/** Round trip through a line of a recording. */
const carried = (value: unknown): unknown =>
  unpackEvidence(parseJson(writeJson(packEvidence(value))).json as Json, find)

test('decodes to the original evidence', () => {
  fc.assert(
    fc.property(evidence, (value) => {
      expect(carried(value)).toEqual(value)
    }),
  )
})

test('rejects functions and class instances, which JSON would lose in part', () => {
  expect(() => packEvidence({ a: () => 1 })).toThrow('function cannot be recorded')
  expect(() => packEvidence([new (class Reader {})()])).toThrow('Reader cannot be recorded')
})
