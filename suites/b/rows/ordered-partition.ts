import fc from 'fast-check'
import type { Exchange } from '../../../src/core/exchange.ts'
import { canonical, isSame, type Json } from '../../../src/core/json.ts'
import type { JsonObject } from '../../../src/core/json-values.ts'
import { differing, type Finding, trial, unclear, type Violation, violation } from '../../../src/core/rule.ts'
import { firstDifference, isReordered } from '../../../src/judge/compare-sequences.ts'
import { between } from '../../../src/judge/difference.ts'
import { call, ROWS_SIZE_MAX } from '../api.ts'
import { type Comparison, compare, type Rounds, settle } from '../support/compare-responses.ts'
import { integersIn, inWords } from '../support/page.ts'
import { countRows } from '../support/row-count.ts'
import { readRows, rowsBy } from '../support/rows-page.ts'

interface Case {
  /** A page at one size; beyond the last it starts again from the first. */
  readonly page: number
  readonly size: number
  /** Its first row is sought on a page of this size. */
  readonly other: number
}

/** Small and large ones alike: a small page that stands deep within a large one shows where the rows shift. */
const anySize = fc.oneof(fc.integer({ min: 1, max: 50 }), fc.integer({ min: 1, max: ROWS_SIZE_MAX }))

/** The rows of a page, with the position of the first, from 0. */
function stretch(x: Exchange): { start: number; items: readonly JsonObject[] } | undefined {
  const { page = 1n, size = 1n } = integersIn(x)!
  const found = readRows(x)
  return found && { start: Number((page - 1n) * size), items: found.items }
}

const rowsOf = (x: Exchange | undefined): string[] | undefined => x && stretch(x)?.items.map(canonical)

function compareRows(x: Exchange, y: Exchange): Finding | undefined {
  const [one, other] = [stretch(x), stretch(y)]
  if (!one || !other)
    return unclear(
      'a page of the rows was rejected, or is not a rows page, which b.rows.walk and b.rows.envelope judge',
    )
  const start = Math.max(one.start, other.start)
  const end = Math.min(one.start + one.items.length, other.start + other.items.length)
  const [here, there] = [one, other].map((part) =>
    part.items.slice(start - part.start, Math.max(0, end - part.start)),
  ) as [Json[], Json[]]
  const place = here.findIndex((row, i) => !isSame(row, there[i]!))
  if (place < 0) return undefined
  const position = start + place + 1
  return differing(
    violation(
      `at position ${position} of the rows the same row in ${inWords(y)} as in ${inWords(x)}`,
      'another row',
      x,
      y,
    ),
    between(`row ${position}`, [inWords(x), inWords(y)], [canonical(here[place]!), canonical(there[place]!)]),
  )
}

const comparison: Comparison = {
  differ: compareRows,
  alike: (one, other) => rowsOf(one)?.join() === rowsOf(other)?.join(),
}

/** Answers to one request that hold the same rows in another order each time: changes of the data cannot explain that. */
function shuffled({ fresh = [] }: Rounds): Violation | undefined {
  const pairs = fresh.map(({ before, after }) => [before, after] as const)
  const [one, other] = pairs[0] ?? []
  const [first, second] = [one, other].map((x) => rowsOf(x) ?? []) as [string[], string[]]
  const place = firstDifference(first, second) ?? 0
  const always = pairs.every(([x, y]) => isReordered(rowsOf(x) ?? [], rowsOf(y) ?? []))
  if (!one || !other || !always) return undefined
  return differing(
    violation(
      `${inWords(one)}: rows in the order of the query`,
      'the same rows in another order each time',
      one,
      other,
    ),
    between(`row ${place + 1} of the page`, ['once', 'again'], [first[place]!, second[place]!]),
  )
}

export default trial<Case, Rounds | undefined>({
  level: 'stated',
  title: 'The rows of an ordered dataset have one order: the row at a position is the same at every size',
  clauses: ['4.4'],
  tried:
    'A page at one size compared with the page at another size that holds its first row, at boundaries and generated.',
  meaning: 'A client that pages through an ordered dataset gets rows twice and misses others, or in a wrong order.',
  causes: [
    'the ORDER BY of the saved query is lost in a subquery or a cache',
    'rows are sorted within the page after it was cut',
    'the offset is off by one, or computed from another size',
    'the order is not that of the query on a replica',
  ],
  needs: ['project', 'dataset', 'dataset:ordered'],
  after: ['b.rows.envelope', 'b.rows.size-range'],
  faults: {
    'order-lost': { bRowsSql: (sql) => `${sql.replace(/ORDER BY.*$/, 'ORDER BY random()')} LIMIT ? OFFSET ?` },
    'other-order-in-large-pages': {
      bRowsSql: (sql, call) => `${sql}${call.size! > 500 && sql.includes('ORDER BY') ? ' DESC' : ''} LIMIT ? OFFSET ?`,
    },
    'sorted-within-the-page': {
      bRowsKept: (rows, size) => rows.slice(0, size).sort((a, b) => Number(a[2] ?? 0) - Number(b[2] ?? 0)),
    },
    'reversed-on-even-pages': {
      bRowsKept: (rows, size, call) => {
        const kept = rows.slice(0, size)
        return call.page! % 2n === 0n ? kept.reverse() : kept
      },
    },
    'offset-one-too-many': { bRowsOffset: (page, size) => (page - 1n) * BigInt(size) + (page > 1n ? 1n : 0n) },
    'offset-by-the-default-size': { bRowsOffset: (page) => (page - 1n) * 100n },
    'off-by-one-beyond-row-1000': {
      bRowsOffset: (page, size) => {
        const offset = (page - 1n) * BigInt(size)
        return offset > 1000n ? offset - 1n : offset
      },
    },
  },
  cases: {
    first: [
      { page: 2, size: 100, other: 1000 },
      { page: 15, size: 100, other: 1000 },
      { page: 2, size: 1000, other: 7 },
      { page: 3, size: 1000, other: 100 },
      { page: 2, size: 99, other: 1000 },
      { page: 2, size: 100, other: 50 },
      { page: 1, size: 1000, other: 1 },
      { page: 101, size: 1, other: 100 },
      { page: 2, size: 501, other: 500 },
    ],
    any: fc.record({ page: fc.integer({ min: 1, max: 100_000 }), size: anySize, other: anySize }),
    count: [2, 16, 300],
  },
  async send({ page, size, other }, tools) {
    const rows = await countRows(rowsBy(tools, 'once'))
    if (!rows) return undefined
    const at = 1 + ((page - 1) % Math.max(1, Math.ceil(rows / size)))
    const covering = 1 + Math.floor(((at - 1) * size) / other)
    const ask = (page: number, size: number) => call(tools.target, 'rows', { page, size })
    return compare(tools, ask(at, size), ask(covering, other), comparison)
  },
  judge(rounds) {
    if (!rounds) return unclear('the dataset has no rows, or they could not be counted')
    return shuffled(rounds) ?? settle(rounds, comparison)
  },
})
