import fc from 'fast-check'
import { count } from '../../../src/core/count.ts'
import { isSuccess } from '../../../src/core/exchange.ts'
import { explained, type Finding, headlined, moved, trial, unclear, violation } from '../../../src/core/rule.ts'
import { largestRowsSize, ROWS_SIZE_MAX } from '../api.ts'
import { refused } from '../support/judge-pages.ts'
import { otherDataset } from '../support/other-dataset.ts'
import { integersIn, inWords } from '../support/page.ts'
import { countRows, MOST_PAGES, type SizeChoice, sizeOf, UNCOUNTED } from '../support/row-count.ts'
import { type RowReading, readEveryRow } from '../support/row-reader.ts'
import { type AskRows, rowsBy } from '../support/rows-page.ts'

interface Case {
  readonly size: SizeChoice
  /** Not the target's dataset but another one of its project, by its place in the list from 0. */
  readonly other?: number
}

interface Evidence {
  /** The row count, by large pages. */
  readonly rows: number
  readonly walk: RowReading
  readonly again?: Again
}

/** If the count and the reading differ: both again alternately, beginning and ending with a count; more counts if these agree. */
interface Again {
  readonly counts: readonly (number | undefined)[]
  readonly walks: readonly RowReading[]
}

/** Of fewer pages, the rows that each skips are few. */
const MANY = 10
const SKIPPING = 'each page skips a row: its offset is computed with size + 1, the limit that has_more needs'

/** If rows come and go with each read, this many counts are hardly ever equal. */
const MOST_COUNTS = 12

export default trial<Case, Evidence | 'uncounted' | 'no such dataset'>({
  level: 'stated',
  title: 'Paging from page 1 while has_more is true ends, with as many rows as the dataset has',
  clauses: ['4.3', '4.4.no-order'],
  tried:
    'Paging at any size must read as many rows as pages of 1000 do, in any order, also in other datasets of the project. Of more than 10 pages the first two and the last are read, and all at exhaustive depth.',
  meaning: 'A client that copies the rows as the reference describes reads too few or too many, or never ends.',
  causes: [
    'has_more is wrong on some page, or the offset is not (page - 1) * size',
    'has_more is computed from the length of the page, so that a full last page claims one more',
    'an offset that is too large returns the last rows again',
  ],
  needs: ['project', 'dataset'],
  after: ['b.rows.envelope', 'b.rows.size-range'],
  follows: ['b.rows.has-more'],
  faults: {
    'never-ends': { bHasMore: () => true },
    'never-ends-while-not-empty': {
      bHasMore: (fetched) => fetched > 0,
      bRowsSlice: (read, { offset, limit }) => {
        const rows = read(offset, limit)
        return rows.length > 0 ? rows : read(0n, limit)
      },
    },
    'ends-after-page-2': { bHasMore: (fetched, size, call) => fetched > size && call.page! < 2n },
    'offset-one-too-many': { bRowsOffset: (page, size) => (page - 1n) * BigInt(size) + (page > 1n ? 1n : 0n) },
    'offset-by-the-default-size': { bRowsOffset: (page) => (page - 1n) * 100n },
    'offset-with-the-one-more': { bRowsOffset: (page, size) => (page - 1n) * BigInt(size + 1) },
    'single-last-row-lost': {
      bRowsFetch: (size) => size + 2,
      bHasMore: (fetched, size) => fetched > size + 1,
    },
    'ends-deep-in-the-rows': {
      bHasMore: (fetched, size, call) => fetched > size && (call.page! - 1n) * BigInt(size) < 2000n,
    },
  },
  cases: {
    first: [
      { size: 1 },
      { size: 'half of the rows', other: 3 },
      { size: 'a third of the rows' },
      { size: 7 },
      ...[0, 1, 2, 3, 4, 5].map((other) => ({ size: 'a third of the rows', other }) as const),
      { size: 'divides one row less' },
      { size: 500 },
      { size: ROWS_SIZE_MAX },
      { size: 'divides the row count' },
    ],
    any: fc.record({ size: fc.integer({ min: 1, max: ROWS_SIZE_MAX }) }),
    count: [2, 15, 40],
    divisible: true,
  },
  async send({ size: choice, other }, tools) {
    const dataset = other === undefined ? tools.target.dataset : await otherDataset(tools, other)
    if (dataset === undefined) return 'no such dataset'
    const [once, get] = [rowsBy(tools, 'once', dataset), rowsBy(tools, 'get', dataset)]
    const most = largestRowsSize(tools.target)
    const rows = await countRows(once, most)
    if (rows === undefined) return 'uncounted'
    if (rows === Number.POSITIVE_INFINITY) return { rows, walk: await farWalk(once, most) }
    const size = sizeOf(choice, rows, most)
    const ask = size === most ? once : rowsBy(tools, 'sparingly', dataset)
    const walk = await readEveryRow(ask, size, rows, tools.depth)
    if (faultOf(walk, rows, rows)?.kind !== 'violation') return { rows, walk }
    const counts = [await countRows(get, most)]
    const walks: RowReading[] = []
    while (walks.length < 2) {
      walks.push(await readEveryRow(get, size, counts.at(-1) ?? rows, tools.depth))
      counts.push(await countRows(get, most))
    }
    while (counts.length < MOST_COUNTS && differs({ counts, walks })?.kind === 'violation')
      counts.push(await countRows(get, most))
    return { rows, walk, again: { counts, walks } }
  },
  judge(evidence) {
    if (evidence === 'no such dataset') return undefined
    if (evidence === 'uncounted') return unclear(UNCOUNTED)
    const { rows, walk, again } = evidence
    return again ? differs(again) : faultOf(walk, rows, rows)
  },
})

function differs(again: Again): Finding | undefined {
  const counts = again.counts.filter((count) => count !== undefined)
  if (counts.length < again.counts.length) return unclear('the rows could not be counted again')
  const [least, most] = [Math.min(...counts), Math.max(...counts)]
  const findings = again.walks.map((one) => faultOf(one, least, most))
  if (!findings.every((found) => found?.kind === 'violation')) return undefined
  return least === most ? findings[0] : moved('rows were added or removed while they were read')
}

/** If no end of the rows was found, reads the farthest page. */
async function farWalk(ask: AskRows, size: number): Promise<RowReading> {
  const last = await ask({ page: MOST_PAGES, size })
  return { rows: Number.POSITIVE_INFINITY, endless: true, last }
}

function faultOf({ broken, endless, rows, last }: RowReading, least: number, most: number): Finding | undefined {
  const here = inWords(last)
  if (broken)
    return isSuccess(last) ? unclear('a response has no rows page, which b.rows.envelope judges') : refused(last)
  if (endless)
    return headlined(
      `Paging never ends: ${here}${Number.isFinite(most) ? `, past the ${count(most, 'row')} that pages of 1000 hold,` : ''} returned has_more true`,
      explained(
        violation('has_more false from the last page on', 'has_more true', last),
        'A client that reads while has_more is true never ends.',
      ),
    )
  if (rows >= least && rows <= most) return undefined
  const isShort = rows < least
  const pages = rows / Number(integersIn(last)?.size ?? rows)
  const isSkipping = pages > MANY && Math.abs(most - rows - pages) <= most / 100
  return headlined(
    `Paging with small pages ${isShort ? 'missed' : 'repeated'} rows: ${here} returned has_more false after ${count(rows, 'row')} of ${most}`,
    explained(
      violation(`${count(most, 'row')} in all, as with large pages`, `${count(rows, 'row')} in all`, last),
      `A client that reads while has_more is true ${isShort ? 'misses rows' : 'gets rows twice'}.`,
      ...(isSkipping ? [SKIPPING] : []),
    ),
  )
}
