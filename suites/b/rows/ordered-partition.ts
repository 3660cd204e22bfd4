import fc from 'fast-check'
import type { Exchange } from '../../../src/core/exchange.ts'
import { canonical, isSame } from '../../../src/core/json.ts'
import type { JsonObject } from '../../../src/core/json-values.ts'
import {
  differing,
  type Finding,
  headlined,
  trial,
  unclear,
  type Violation,
  violation,
} from '../../../src/core/rule.ts'
import type { Target } from '../../../src/core/target.ts'
import { firstDifference, isReordered } from '../../../src/judge/compare-sequences.ts'
import { between } from '../../../src/judge/difference.ts'
import { call, largestRowsSize, ROWS_SIZE_MAX } from '../api.ts'
import { type Comparison, compare, type Rounds, settle } from '../support/compare-responses.ts'
import { integersIn, inWords, queryInWords } from '../support/page.ts'
import { countRows, UNCOUNTED } from '../support/row-count.ts'
import { isTied } from '../support/row-order.ts'
import { readRows, rowsBy } from '../support/rows-page.ts'

interface Case {
  /** A page at one size; beyond the last it starts again from the first. */
  readonly page: number
  readonly size: number
  /** Its first row is sought on a page of this size. */
  readonly other: number
}

/** Small and large ones: a small page deep within a large one shows where the rows shift. */
const anySize = fc.oneof(fc.integer({ min: 1, max: 50 }), fc.integer({ min: 1, max: ROWS_SIZE_MAX }))

/** The rows of a page, with the position of the first, from 0. */
function stretch(x: Exchange): { start: number; items: readonly JsonObject[] } | undefined {
  const { page = 1n, size = 1n } = integersIn(x)!
  const found = readRows(x)
  return found && { start: Number((page - 1n) * size), items: found.items }
}

const rowsOf = (x: Exchange | undefined): string[] | undefined => x && stretch(x)?.items.map(canonical)

const compareRows =
  (orderBy: Target['orderBy']) =>
  (x: Exchange, y: Exchange): Finding | undefined => {
    const [one, other] = [stretch(x), stretch(y)]
    if (!one || !other)
      return unclear(
        'a page of the rows was rejected, or is not a rows page, which b.rows.walk and b.rows.envelope judge',
      )
    const start = Math.max(one.start, other.start)
    const end = Math.min(one.start + one.items.length, other.start + other.items.length)
    const [here, there] = [one, other].map((part) =>
      part.items.slice(start - part.start, Math.max(0, end - part.start)),
    ) as [JsonObject[], JsonObject[]]
    const place = here.findIndex((row, i) => !isSame(row, there[i]!) && !isTied(row, there[i]!, orderBy))
    if (place < 0) return undefined
    const position = start + place + 1
    return differing(
      headlined(
        `Row ${position} of an ordered dataset changes with the size: ${inWords(y)} returned another row there than ${queryInWords(x)}`,
        violation(`the same row ${position} as ${queryInWords(x)}`, 'another row', x, y),
      ),
      between(`row ${position}`, [inWords(x), inWords(y)], [canonical(here[place]!), canonical(there[place]!)]),
    )
  }

const comparisonBy = ({ orderBy }: Target): Comparison => ({
  differ: compareRows(orderBy),
  alike: (one, other) => rowsOf(one)?.join() === rowsOf(other)?.join(),
})

/** Responses to one request with the same rows in another order each time, which no change of the data explains. */
function shuffled({ fresh = [] }: Rounds, { orderBy }: Target): Violation | undefined {
  const pairs = fresh.map(({ before, after }) => [before, after] as const)
  const [one, other] = pairs[0] ?? []
  const [first, second] = [one, other].map((x) => rowsOf(x) ?? []) as [string[], string[]]
  const place = firstDifference(first, second) ?? 0
  const always = pairs.every(([x, y]) => isReordered(rowsOf(x) ?? [], rowsOf(y) ?? []))
  if (!one || !other || !always) return undefined
  const [row, instead] = [one, other].map((x) => stretch(x)?.items[place])
  if (row && instead && isTied(row, instead, orderBy)) return undefined
  return differing(
    headlined(
      `${inWords(one)} returned the same rows in another order each time`,
      violation('rows in the order of the query', 'the same rows in another order each time', one, other),
    ),
    between(`row ${place + 1} of the page`, ['once', 'again'], [first[place]!, second[place]!]),
  )
}

export default trial<Case, Rounds | undefined>({
  level: 'stated',
  title: 'In an ordered dataset, the row at a position is the same at every size, except among ties',
  clauses: ['4.4'],
  tried:
    'A page at one size compared with the page at another size that holds its first row, at boundaries and generated. Rows that are equal in the columns of ORDER BY may change places.',
  meaning: 'A client that pages through an ordered dataset gets rows twice and misses others, or in a wrong order.',
  causes: [
    'the ORDER BY of the saved query is lost, or applied after the page was cut',
    'the offset is off by one, or computed from another size',
  ],
  needs: ['project', 'dataset', 'dataset:ordered'],
  after: ['b.rows.envelope', 'b.rows.size-range'],
  follows: ['b.rows.order-by', 'b.rows.order-across-pages'],
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
  freedoms: {
    'ties-in-any-order': {
      seedOrderBy: () => ['-amount'],
      bRowsSql: (sql, { n }) =>
        `${sql}${sql.endsWith('amount DESC') ? `, reading_id ${n % 2 ? 'DESC' : 'ASC'}` : ''} LIMIT ? OFFSET ?`,
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
    count: [2, 12, 300],
  },
  async send({ page, ...sizes }, tools) {
    const most = largestRowsSize(tools.target)
    const [size, other] = [Math.min(sizes.size, most), Math.min(sizes.other, most)]
    const rows = await countRows(rowsBy(tools, 'once'), most)
    if (!rows) return undefined
    const at = 1 + ((page - 1) % Math.max(1, Math.ceil(rows / size)))
    const covering = 1 + Math.floor(((at - 1) * size) / other)
    const ask = (page: number, size: number) => call(tools.target, 'rows', { page, size })
    return compare(tools, ask(at, size), ask(covering, other), comparisonBy(tools.target))
  },
  judge(rounds, _, target) {
    if (!rounds) return unclear(`the dataset has no rows, or ${UNCOUNTED}`)
    return shuffled(rounds, target) ?? settle(rounds, comparisonBy(target))
  },
})
