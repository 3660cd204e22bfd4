import type { Behaviour, Call } from '../../../reference-server/behaviour.ts'
import { count } from '../../../src/core/count.ts'
import { type Exchange, isSuccess } from '../../../src/core/exchange.ts'
import { requestLine } from '../../../src/core/request-text.ts'
import { type Finding, moved, type Tools, trial, unclear, violation } from '../../../src/core/rule.ts'
import { responseSummary } from '../../../src/judge/response-summary.ts'
import { call, largestRowsSize, ROWS_SIZE_DEFAULT } from '../api.ts'
import { integersIn } from '../support/page.ts'
import { countRows, sizeOf, UNCOUNTED } from '../support/row-count.ts'
import { readRows, rowsBy } from '../support/rows-page.ts'

const VARIANTS = [
  'plain',
  'If-None-Match',
  'If-Modified-Since',
  'gzip',
  'no compression',
  'size first',
  'no size',
] as const
type Variant = (typeof VARIANTS)[number]

/** The last page at a size that the number of rows divides (its has_more must change), or that it does not divide (its items must). */
interface Case {
  readonly last: 'full' | 'not full'
}

const AGAIN = 4

interface Evidence {
  /** How far the rows went before: by their count, unless others add rows all the time. */
  readonly rows: number | undefined
  readonly before: readonly Exchange[]
  /** A response without the row that was added, and the same request several times more. */
  readonly stale: readonly Exchange[]
  /** Between these, the usual request: that it shows the row is the matter of b.rows.live. */
  readonly fresh: readonly Exchange[]
  /** Where the usual request shows no further row either: the usual request between two for the next page. */
  readonly next?: readonly [next: Exchange, plain: Exchange, again: Exchange]
}

export default trial<Case, Evidence | 'uncounted'>({
  level: 'stated',
  title: 'After a row is added, no form of the request for the last page gets an old response',
  clauses: ['1.rows-live', '4.5'],
  tried:
    'The last page is requested as usual, with If-None-Match and If-Modified-Since, with and without compression, with its parameters in another order and, where rows at the default size end, without size; the control module adds a row; each is requested again. A full page must then say that more rows follow.',
  meaning: 'A client behind a cache, or one that revalidates, works on outdated rows while others see the new ones.',
  causes: [
    'the ETag, Last-Modified or a cache of this form of the request does not change with the rows',
    'has_more or the number of rows is cached, and the rows are not',
  ],
  needs: ['project', 'dataset', 'control.appendRow'],
  since: 3,
  after: ['b.rows.has-more'],
  follows: ['b.rows.live'],
  faults: {
    'etag-of-the-query': {
      extraHeaders: () => [['ETag', '"q1"']],
      response: (response, call) =>
        call.endpoint === 'rows' && call.header('if-none-match')[0] === '"q1"'
          ? { ...response, status: 304, body: '' }
          : response,
    },
    'not-modified-today': {
      response: (response, call) =>
        call.endpoint === 'rows' && response.status === 200 && call.header('if-modified-since').length > 0
          ? { ...response, status: 304, body: '' }
          : response,
    },
    'compressed-pages-cached': cached((call) => `${call.header('accept-encoding')[0]}`.trim() === 'gzip'),
    'uncompressed-pages-cached': cached((call) => call.header('accept-encoding')[0] === 'identity'),
    'cached-where-size-is-first': cached((call) => call.search.startsWith('size')),
    'page-that-is-not-full-cached-without-size': {
      bRowsSlice: (read, { offset, limit }, call) => {
        const known = `part ${call.path} ${offset}`
        const rows = (call.memory.get(known) as ReturnType<typeof read> | undefined) ?? read(offset, limit)
        if (call.search.includes('size') || rows.length >= limit) return read(offset, limit)
        call.memory.set(known, rows)
        return rows
      },
    },
    'counted-once-without-size': {
      bRowsSlice: (read, { offset, limit }, call) => {
        const rows = read(offset, limit)
        return call.search.includes('size')
          ? rows
          : rows.slice(
              0,
              call.once(`count ${call.path} ${offset}`, () => rows.length),
            )
      },
    },
    'has-more-cached': {
      bHasMore: (fetched, size, call) => call.once(`more ${call.path} ${call.search}`, () => fetched > size),
    },
    'rows-counted-once': {
      bHasMore: (fetched, size, call) => {
        const offset = (Number(call.page) - 1) * size
        const slot = `end ${call.path}`
        if (fetched <= size && fetched > 0) call.once(slot, () => offset + fetched)
        return offset + size < Number(call.memory.get(slot) ?? Number.POSITIVE_INFINITY) && fetched > size
      },
    },
    'has-more-cached-when-compressed': {
      bHasMore: (fetched, size, call) =>
        call.header('accept-encoding')[0] === 'gzip'
          ? call.once(`more ${call.path} ${call.search}`, () => fetched > size)
          : fetched > size,
    },
  },
  quickMisses: {
    'not-modified-today': 'quick depth sends If-None-Match, and the plain request',
    'compressed-pages-cached': 'quick depth sends If-None-Match, and the plain request',
    'uncompressed-pages-cached': 'quick depth sends If-None-Match, and the plain request',
    'cached-where-size-is-first': 'quick depth sends If-None-Match, and the plain request',
    'page-that-is-not-full-cached-without-size': 'quick depth sends If-None-Match, and the plain request',
    'counted-once-without-size': 'quick depth sends If-None-Match, and the plain request',
    'has-more-cached': 'quick depth sends If-None-Match, and the plain request',
    'rows-counted-once': 'quick depth sends If-None-Match, and the plain request',
    'has-more-cached-when-compressed': 'quick depth sends If-None-Match, and the plain request',
  },
  freedoms: {
    'etag-of-the-rows': {
      response(response, call) {
        if (call.endpoint !== 'rows' || response.status !== 200) return response
        const tag = `"${Buffer.from(String(response.body)).length}-${String(response.body).slice(-40).replace(/\W/g, '')}"`
        const headers = [...response.headers, ['ETag', tag] as const]
        return call.header('if-none-match')[0] === tag
          ? { ...response, status: 304, headers, body: '' }
          : { ...response, headers }
      },
    },
    'rows-appended-meanwhile': { rowEveryMs: () => 40 },
  },
  cases: {
    first: [{ last: 'full' }, { last: 'not full' }],
    byHand: { last: 'full' },
    count: [1, 1, 2],
    oneAtATime: true,
  },
  async send({ last }, tools) {
    const most = largestRowsSize(tools.target)
    const rows = await countAgain(tools, most)
    if (!rows || rows === Number.POSITIVE_INFINITY) return 'uncounted'
    const chosen = sizeOf(last === 'full' ? 'divides the row count' : 'divides one row more', rows, most)
    const read = (size: number) => tools.promptly(call(tools.target, 'rows', { page: Math.ceil(rows / size), size }))
    const seen = await read(chosen)
    const isGrowing = readRows(seen)?.hasMore === true
    const size = isGrowing ? roomiestSize(rows, most) : chosen
    const page = Math.ceil(rows / size)
    const plain = isGrowing ? await read(size) : seen
    const variants = tools.depth === 'quick' ? VARIANTS.slice(1, 2) : VARIANTS
    const before = [
      plain,
      ...(await Promise.all(variants.slice(1).map((one) => ask(tools, one, page, size, plain, true)))),
    ]
    const { project: projectId, dataset: datasetId } = tools.target
    await tools.control.b.appendRow({ projectId: projectId!, datasetId: datasetId! })
    const after = await Promise.all(variants.map((one) => ask(tools, one, page, size, plain)))
    if (variants[0] === 'plain' && isStale(after[0]!, endOf(plain))) {
      const read = (at: number) => ask(tools, 'plain', at, size, plain)
      const next = [await read(page + 1), await read(page), await read(page + 1)] as const
      if (endsBeforeNext(next)) return { rows, before, stale: [], fresh: [], next }
    }
    const at = after.findIndex((x, i) => variants[i] !== 'plain' && isStale(x, endOf(plain)))
    if (at < 0) return { rows: isGrowing ? undefined : rows, before, stale: [], fresh: [] }
    const [stale, fresh] = [[after[at]!], [] as Exchange[]]
    while (fresh.length < AGAIN) {
      fresh.push(await ask(tools, 'plain', page, size, plain))
      stale.push(await ask(tools, variants[at]!, page, size, plain))
    }
    return { rows: isGrowing ? undefined : rows, before, stale, fresh }
  },
  judge(evidence): Finding | undefined {
    if (evidence === 'uncounted') return unclear(UNCOUNTED)
    const { rows, before, stale: found, fresh, next } = evidence
    if (next) return hiddenRow(next)
    const ends = before.map(endOf)
    const [first] = ends
    if (first === undefined) return unclear('the last page could not be read')
    if (readRows(before[0]!)?.hasMore) return moved('rows were added before the suite added one')
    const [stale] = found
    if (!stale) return undefined
    const isSteady = (end = 0) => (rows === undefined ? end >= first : end === first && end === rows)
    const isConfirmed = found.every((x) => isStale(x, first)) && !fresh.some((x) => isStale(x, first))
    // Rows without size may be from before the run.
    const isKnown = ends.every((end, i) => VARIANTS[i] === 'no size' || isSteady(end))
    if (!isKnown || !isConfirmed) return moved('the number of rows differs from reading to reading')
    const [header] = stale.req.headers ?? []
    const form = header ? `with ${header[0]}: ${String(header[1])} ` : ''
    const seen = isSuccess(stale)
      ? `${count(readRows(stale)?.items.length ?? 0, 'row')} and has_more ${readRows(stale)?.hasMore}, as before`
      : responseSummary(stale)
    return {
      ...violation('a page with the row that was added', `${seen}${cacheHeaders(stale)}`, before[0]!, stale),
      headline: `A row that was just added is missing: ${requestLine(stale.req)} ${form}still returned the old rows${cacheHeaders(stale)}`,
    }
  },
})

/** The row count now: usually known from the page on which they ended for another rule. */
async function countAgain(tools: Tools, most: number): Promise<number | undefined> {
  const ask = rowsBy(tools, 'promptly')
  const known = await countRows(rowsBy(tools, 'once'), most)
  if (!known || known === Number.POSITIVE_INFINITY) return known
  const page = Math.ceil(known / most)
  const last = readRows(await ask({ page, size: most }))
  if (!last || last.hasMore || last.items.length === 0) return countRows(ask, most)
  return (page - 1) * most + last.items.length
}

/** The size whose last page has room for most rows, which others may add meanwhile. */
function roomiestSize(rows: number, most: number): number {
  const room = (size: number) => Math.ceil(rows / size) * size - rows
  const sizes = Array.from({ length: 10 }, (_, i) => Math.max(1, Math.floor((most * (i + 1)) / 10)))
  return sizes.reduce((best, size) => (room(size) > room(best) ? size : best))
}

/** One form of the request. `warm`: before the row is added, without conditions that would be met. */
function ask(
  tools: Tools,
  variant: Variant,
  page: number,
  size: number,
  plain: Exchange,
  warm = false,
): Promise<Exchange> {
  const req = call(tools.target, 'rows', variant === 'size first' ? { size, page } : { page, size })
  const header = (name: string, value: string) => ({ ...req, headers: [[name, value] as const] })
  const field = (name: string) => plain.response?.headers.find(([each]) => each.toLowerCase() === name)?.[1]
  const conditional = (name: string, value = '') =>
    warm || value === '' ? req : { ...header(name, value), open: true }
  switch (variant) {
    case 'no size':
      // The page on which the rows end, or the empty one behind a full page: it has room for a row.
      return tools.promptly(
        call(tools.target, 'rows', { page: Math.floor((endOf(plain) ?? 0) / ROWS_SIZE_DEFAULT) + 1 }),
      )
    case 'If-None-Match':
      return tools.promptly(conditional('If-None-Match', field('etag') ?? '"none"'))
    case 'If-Modified-Since':
      return tools.promptly(conditional('If-Modified-Since', field('last-modified') ?? field('date')))
    case 'gzip':
      return tools.promptly(header('Accept-Encoding', 'gzip'))
    case 'no compression':
      return tools.promptly(header('Accept-Encoding', 'identity'))
    default:
      return tools.promptly(req)
  }
}

/** Whether a full page says that no more rows follow, and the next one has some. */
function endsBeforeNext([next, plain, again]: NonNullable<Evidence['next']>): boolean {
  const page = readRows(plain)
  const isThere = [next, again].every((x) => (readRows(x)?.items.length ?? 0) > 0)
  return isThere && page !== undefined && !page.hasMore && page.items.length > 0
}

function hiddenRow([next, plain]: NonNullable<Evidence['next']>): Finding {
  return {
    ...violation('has_more true', `has_more false${cacheHeaders(plain)}; the next page has the row`, next, plain),
    headline: `A row that was just added is on the next page, and the page before it still has has_more false: ${requestLine(plain.req)}`,
    impact: 'A client that reads while has_more is true never reads the row.',
  }
}

/** Whether a response shows no more rows than there were before. */
const isStale = (x: Exchange, before = 0): boolean =>
  x.response?.status === 304 || (endOf(x) ?? Number.POSITIVE_INFINITY) <= before

/** The position that a page proves rows up to: its last row, or one more if more follow. */
function endOf(x: Exchange): number | undefined {
  const found = readRows(x)
  const { page = 1n, size = BigInt(ROWS_SIZE_DEFAULT) } = integersIn(x) ?? {}
  return found && Number((page - 1n) * size) + found.items.length + (found.hasMore ? 1 : 0)
}

/** For a fault: the rows of some requests stay as they were first read. */
function cached(applies: (call: Call) => boolean): Partial<Behaviour> {
  return {
    bRowsSlice: (read, { offset, limit }, call) =>
      applies(call)
        ? call.once(`fresh ${call.path} ${offset} ${limit}`, () => read(offset, limit))
        : read(offset, limit),
  }
}

const CACHE_HEADERS = ['age', 'cache-control', 'x-cache', 'via', 'etag', 'last-modified']

/** The headers of a response that a cache leaves, for messages: ` (Age: 12, Cache-Control: max-age=60)`. */
function cacheHeaders({ response }: Exchange): string {
  const found = (response?.headers ?? []).filter(([name]) => CACHE_HEADERS.includes(name.toLowerCase()))
  return found.length === 0 ? '' : ` (${found.map(([name, value]) => `${name}: ${value}`).join(', ')})`
}
