import { setTimeout as sleep } from 'node:timers/promises'
import type { Behaviour } from '../../../reference-server/behaviour.ts'
import { count } from '../../../src/core/count.ts'
import type { Exchange } from '../../../src/core/exchange.ts'
import { canonical } from '../../../src/core/json.ts'
import { type Finding, headlined, moved, type Tools, trial, unclear, violation } from '../../../src/core/rule.ts'
import { call, largestRowsSize, ROWS_SIZE_MAX } from '../api.ts'
import { unorderedRows } from '../support/freedoms.ts'
import { inWords } from '../support/page.ts'
import { countRows, UNCOUNTED } from '../support/row-count.ts'
import { type AskRows, readRows, rowsBy } from '../support/rows-page.ts'
import { untilFast } from '../support/until-fast.ts'

interface Case {
  readonly size: number
  /** Whether it first waits until responses are fast. */
  readonly calm: boolean
  /** Whether the first page is read before, as by a client that reads all. */
  readonly paged?: true
}

/** The end of the rows, before and after one was added. */
interface Round {
  readonly before: Tail
  readonly after: Tail
  /** Where they are the same: a moment later, without another row. */
  readonly later?: Tail
  /** And a moment after that: rows that also change without us prove nothing. */
  readonly still?: Tail
}

/** Pages to the last one, if they did reach it. */
type Tail = readonly Exchange[]

/** Milliseconds after which a row that was missing at first may appear. */
const MOMENT = 600
/** A row that is not read at all is looked for again; pages that are read where the end was. */
const ROUNDS = 2
const MOST_PAGES = 3

/** For faults: rows that were added come twice, as long as `isTwice` says. */
const doubled =
  (isTwice: (addedAt: number, now: number, startedAt: number) => boolean): Behaviour['bRowsSlice'] =>
  (read, { offset, limit }, call) => {
    const startedAt = call.once('started', () => call.now)
    const times = (row: readonly unknown[]) => row.filter(isTime).map((cell) => Date.parse(cell))
    const isNew = (row: readonly unknown[]) => times(row).some((at) => isTwice(at, call.now, startedAt))
    return read(offset, limit)
      .flatMap((row) => (isNew(row) ? [row, row] : [row]))
      .slice(0, limit)
  }

export default trial<Case, readonly Round[] | 'uncounted'>({
  level: 'stated',
  title: 'The rows that are read right after a row was added have it',
  clauses: ['1.rows-live', '4.5', '4.5.shift'],
  tried:
    'The last rows are read, also right after the first page, the control module adds a row, and they are read again: they must have changed. If not, they are read a moment later and again. The new row twice on one page, where no other row is, is a warning.',
  meaning: 'A client that reads right after a change works on outdated rows.',
  causes: [
    'the result of the query is cached, in the application or in front of the API',
    'rows are read from a replica or a snapshot that lags behind, such as one that the first page opens',
    'rows are read from two stores, and a new one is in both for a while',
  ],
  needs: ['project', 'dataset', 'control.appendRow'],
  after: ['b.rows.walk'],
  faults: {
    'pages-cached-for-a-second': {
      bRowsSlice: (read, { offset, limit }, call) => {
        const slot = `rows ${call.path} ${offset} ${limit}`
        const known = call.memory.get(slot) as { at: number; rows: ReturnType<typeof read> } | undefined
        if (known && call.now - known.at < 1000) return known.rows
        const rows = read(offset, limit)
        call.memory.set(slot, { at: call.now, rows })
        return rows
      },
    },
    'as-first-read': {
      bRowsSlice: (read, { offset, limit }, call) =>
        call.once(`rows ${call.path} ${offset} ${limit}`, () => read(offset, limit)),
    },
    'in-two-stores-for-five-seconds': { bRowsSlice: doubled((added, now) => now - added < 5000) },
    'inserted-by-each-try': { bRowsSlice: doubled((added, _, startedAt) => added > startedAt) },
    'replica-half-a-second-behind': {
      bRowsSlice: (read, { offset, limit }, call) =>
        read(offset, limit).filter((row) => !row.some((cell) => isTime(cell) && Date.parse(cell) > call.now - 500)),
    },
  },
  quickMisses: {
    'replica-half-a-second-behind': 'on a busy machine the rows may be read half a second later',
    'pages-cached-for-a-second':
      'a busy machine may look again when the second is over, and a quick look has one change to see',
  },
  freedoms: {
    'rows-added-all-the-time': { rowEveryMs: () => 15 },
    'no-order': unorderedRows(1700),
  },
  cases: {
    first: [
      { size: ROWS_SIZE_MAX, calm: false },
      { size: ROWS_SIZE_MAX, calm: true },
      { size: 100, calm: true },
      { size: 7, calm: false, paged: true },
    ],
    count: [1, 4, 4],
    // A row of another case would pass for the one that was added, and its pages would empty a cache.
    oneAtATime: true,
  },
  async send({ calm, paged, ...choice }, tools) {
    const most = largestRowsSize(tools.target)
    const size = Math.min(choice.size, most)
    if (calm && !tools.control.byHand)
      await untilFast(() => tools.promptly(call(tools.target, 'rows', { page: 1, size: 1 })))
    const rows = await countRows(rowsBy(tools, 'once'), most)
    if (rows === undefined || rows === Number.POSITIVE_INFINITY) return 'uncounted'
    const rounds: Round[] = []
    do {
      if (paged) await tools.promptly(call(tools.target, 'rows', { page: 1, size }))
      rounds.push(await oneRound(tools, rows, size))
    } while (isStale(rounds.at(-1)!) && !isLate(rounds.at(-1)!) && rounds.length < ROUNDS)
    return rounds
  },
  judge(rounds): Finding | undefined {
    if (rounds === 'uncounted') return unclear(UNCOUNTED)
    if (!hasEnded(rounds[0]!.before)) return moved('rows were added or removed faster than their end could be read')
    if (rounds.some(isMoving)) return moved('rows change all the time, so that an added row cannot be recognised')
    const stale = rounds.filter(isStale)
    const last = stale.at(-1)
    if (!last) return judgeTwice(rounds)
    if (stale.length < ROUNDS && !isLate(last))
      return unclear('a row that was added was not read once, but the next one was')
    const [x, y] = [last.before.at(-1)!, last.after.at(-1)!]
    const then = isLate(last) ? `the new row ${MOMENT} ms later` : `${count(stale.length, 'time')} in a row`
    return headlined(
      `A new row is not in the next response: ${inWords(y)} returned the same rows as before it was added`,
      violation(
        'the row that was added',
        `the same ${count(readRows(y)?.items.length ?? 0, 'row')} as before, ${then}`,
        x,
        y,
      ),
    )
  },
})

async function oneRound(tools: Tools, rows: number, size: number): Promise<Round> {
  const { project: projectId, dataset: datasetId } = tools.target
  const ask = rowsBy(tools, 'promptly')
  let from = Math.max(1, Math.ceil(rows / size))
  let before = await readFrom(from, size, ask)
  if (!hasEnded(before)) {
    // They have become more or fewer since they were counted.
    from = Math.max(1, Math.ceil(((await countRows(ask, largestRowsSize(tools.target))) ?? rows) / size))
    before = await readFrom(from, size, ask)
  }
  await tools.control.b.appendRow({ projectId: projectId!, datasetId: datasetId! })
  const after = await readFrom(from, size, ask)
  if (!isStale({ before, after })) return { before, after }
  await sleep(MOMENT)
  const later = await readFrom(from, size, ask)
  if (fingerprintOf(later) === fingerprintOf(after)) return { before, after, later }
  await sleep(MOMENT)
  return { before, after, later, still: await readFrom(from, size, ask) }
}

async function readFrom(from: number, size: number, ask: AskRows): Promise<Exchange[]> {
  const tail: Exchange[] = []
  while (tail.length < MOST_PAGES && (tail.length === 0 || readRows(tail.at(-1)!)?.hasMore === true))
    tail.push(await ask({ page: from + tail.length, size }))
  return tail
}

/** From a page with rows to the last one: rows that were added or removed since they were counted may have moved the end. */
function hasEnded(tail: Tail): boolean {
  const [first, last] = [readRows(tail[0]!), readRows(tail.at(-1)!)]
  return last?.hasMore === false && first !== undefined && (first.items.length > 0 || first.page === 1n)
}

/** Whether the end is unchanged; an added row would change it in any case. */
const isStale = ({ before, after }: Round): boolean =>
  hasEnded(before) && fingerprintOf(before) === fingerprintOf(after)

/** With fewer rows, a column that makes each row unique cannot be recognised. */
const LEAST_ROWS = 3

/** A new row that comes twice on one page, where all rows differed before. */
function judgeTwice(rounds: readonly Round[]): Finding | undefined {
  for (const { before, after } of rounds) {
    const known = rowsOf(before).map((row) => canonical(row))
    if (known.length < LEAST_ROWS || new Set(known).size < known.length) continue
    for (const x of after) {
      const rows = rowsOf([x]).map((row) => canonical(row))
      const times = (row: string) => rows.filter((other) => other === row).length
      const twice = rows.find((row) => !known.includes(row) && times(row) > 1)
      if (twice === undefined) continue
      const found = violation(
        'the row that was added, once',
        `that row ${count(times(twice), 'time')}`,
        before.at(-1)!,
        x,
      )
      const text = headlined(
        `A row that was added comes ${count(times(twice), 'time')} on one page: ${inWords(x)}`,
        found,
      )
      return { ...text, impact: 'A client that counts or adds up new rows is wrong.', warning: true }
    }
  }
  return undefined
}

/** The added row appeared, but not immediately. */
const isLate = ({ after, later }: Round): boolean =>
  later !== undefined && fingerprintOf(later) !== fingerprintOf(after)

/** Rows are removed, too, or change: what was added may have gone again. */
const isMoving = ({ after, later, still }: Round): boolean =>
  still !== undefined &&
  (fingerprintOf(still) !== fingerprintOf(later!) || rowsOf(later!).length < rowsOf(after).length)

/** Rows of datasets without an order come as they like. */
function fingerprintOf(tail: Tail): string {
  const rows = rowsOf(tail).map((row) => canonical(row))
  return JSON.stringify([tail.length, hasEnded(tail), ...rows.sort()])
}

const rowsOf = (tail: Tail) => tail.flatMap((x) => readRows(x)?.items ?? [])

const isTime = (cell: unknown): cell is string => typeof cell === 'string' && /^\d{4}-\d\d-\d\dT/.test(cell)
