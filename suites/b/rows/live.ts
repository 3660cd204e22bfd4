import type { Exchange } from '../../../src/client/exchange.ts'
import { canonical } from '../../../src/client/json.ts'
import { type Finding, type Tools, trial, unclear, violation } from '../../../src/rule.ts'
import { ROWS_SIZE_MAX } from '../api.ts'
import { inWords } from '../page.ts'
import { countRows } from '../row-count.ts'
import { readRows, rowsBy } from '../rows-page.ts'

interface Case {
  readonly size: number
}

/** The end of the rows, before and after one was added. */
interface Round {
  readonly before: Tail
  readonly after: Tail
}

/** Pages to the last one. */
type Tail = readonly Exchange[]

/** Only what is stale again and again is wrong; pages beyond that one which should be the last. */
const ROUNDS = 3
const BEYOND = 3

export default trial<Case, readonly Round[] | 'uncounted'>({
  level: 'stated',
  title: 'a row that was added is read by the next request',
  clauses: ['1.rows-live', '4.5', '4.5.shift'],
  tried:
    'the last rows are read, the control module adds one, and they are read again: they must have changed; where they have not, twice more',
  meaning: 'a client that reads right after a change works on rows that are no longer true',
  causes: ['the result of the query is cached', 'rows are read from a replica or a snapshot that lags behind'],
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
    'replica-half-a-second-behind': {
      bRowsSlice: (read, { offset, limit }, call) =>
        read(offset, limit).filter((row) => !row.some((cell) => isTime(cell) && Date.parse(cell) > call.now - 500)),
    },
  },
  freedoms: {
    'rows-added-all-the-time': { rowEveryMs: () => 15 },
    'no-order': {
      bRowsSql: (sql) => `SELECT * FROM (${sql.replace(/ ORDER BY id$/, '')}) ORDER BY random() LIMIT ? OFFSET ?`,
    },
  },
  cases: { first: [{ size: ROWS_SIZE_MAX }, { size: 100 }, { size: 7 }], count: [1, 3, 3] },
  async send({ size }, tools) {
    const rows = await countRows(rowsBy(tools, 'once'))
    if (rows === undefined || rows === Number.POSITIVE_INFINITY) return 'uncounted'
    const from = Math.floor(rows / size) + 1
    const rounds: Round[] = []
    do rounds.push(await oneRound(tools, from, size))
    while (isStale(rounds.at(-1)!) && rounds.length < ROUNDS)
    return rounds
  },
  judge(rounds): Finding | undefined {
    if (rounds === 'uncounted') return unclear('the rows could not be counted')
    if (!rounds.some(isStale)) return undefined
    if (rounds.filter(isStale).length < 2) return unclear('a row that was added was not read once, but then it was')
    const { before, after } = rounds.findLast(isStale)!
    const [x, y] = [before.at(-1)!, after.at(-1)!]
    return violation(
      `${inWords(y)}: other rows than before, since one was added meanwhile`,
      `the same ${readRows(y)?.items.length} rows and the same end, ${rounds.filter(isStale).length} times`,
      x,
      y,
    )
  },
})

async function oneRound(tools: Tools, from: number, size: number): Promise<Round> {
  const { project: projectId, dataset: datasetId } = tools.target
  const before = await readTail(tools, from, size)
  await tools.control.b.appendRow({ projectId: projectId!, datasetId: datasetId! })
  return { before, after: await readTail(tools, from, size) }
}

async function readTail(tools: Tools, from: number, size: number): Promise<Exchange[]> {
  const ask = rowsBy({ ...tools, get: tools.promptly }, 'get')
  const tail: Exchange[] = []
  for (let page = from; page < from + BEYOND; page++) {
    tail.push(await ask({ page, size }))
    if (readRows(tail.at(-1)!)?.hasMore !== true) break
  }
  return tail
}

/** Nothing has changed; whatever else changes meanwhile, a row that was added shows in some way. */
function isStale({ before, after }: Round): boolean {
  const last = readRows(before.at(-1)!)
  return last !== undefined && faceOf(before) === faceOf(after)
}

/** Rows of datasets without an order come as they like. */
function faceOf(tail: Tail): string {
  const rows = tail.flatMap((x) => readRows(x)?.items ?? []).map((row) => canonical(row))
  return JSON.stringify([tail.length, ...rows.sort()])
}

const isTime = (cell: unknown): cell is string => typeof cell === 'string' && /^\d{4}-\d\d-\d\dT/.test(cell)
