import type { Exchange } from '../../../src/core/exchange.ts'
import { requestLine } from '../../../src/core/request-text.ts'
import {
  explained,
  type Finding,
  headlined,
  moved,
  type Tools,
  type Violation,
  violation,
} from '../../../src/core/rule.ts'
import { ascent, type Id, idsOf, sameId, showId } from '../../../src/judge/ids.ts'
import { sortedBy } from '../../../src/judge/sorted-by.ts'
import { awaitReplication, sameList, sameRecords, sameTotal, totalsDiffer } from './compare-pages.ts'
import { lookUp } from './find-record.ts'
import { readPage } from './page.ts'
import { pagesAt } from './queries.ts'
import { isFinding, pageOf, pagesOf, type Read, type Reading, read, wrongLength } from './read-page.ts'

/** Pages of a filtered list. */
export interface Filtered {
  /** The first 100 records, a page, the page after it, and, if something was wrong, the first 100 again. */
  readonly start: Reading
  readonly pages: readonly Reading[]
  readonly again?: Reading
  /** A record that the whole list lacks, and the page of the whole list that should hold it. */
  readonly missing?: { readonly id: Id; readonly x: Exchange }
}

/** Pages beyond the last start again at the first: only the response shows how long a filtered list is. */
export interface FilteredQuery {
  readonly page: number
  readonly per_page: number
  /** Records to look up in the whole list where that is long, and each costs several requests. In a short one all are. */
  readonly look_up?: number
}

export async function readFiltered(tools: Tools, updated_since: string, query: FilteredQuery): Promise<Filtered> {
  const { per_page } = query
  const first = () => read(tools, { updated_since, page: 1, per_page: 100 })
  const start = await first()
  const total = Number(readPage(start.x)?.total ?? 0n)
  const page = 1 + ((query.page - 1) % Math.max(1, Math.ceil(total / per_page)))
  const pages = [await read(tools, { updated_since, page, per_page })]
  // At quick depth the first 100 records are enough to compare the page with.
  if (page * per_page < total && tools.depth !== 'quick')
    pages.push(await read(tools, { updated_since, page: page + 1, per_page }))
  const missing = await firstMissing(tools, pages, query)
  const evidence = { start, pages, ...(missing && { missing }) }
  const found = judgeFiltered(evidence)
  if (found?.kind === 'violation' && totalsDiffer([start, ...pages])) await awaitReplication()
  return found ? { ...evidence, again: await first() } : evidence
}

async function firstMissing(tools: Tools, pages: readonly Reading[], query: FilteredQuery) {
  const ids = pages.flatMap(({ x }) => idsOf(readPage(x)?.data ?? []) ?? [])
  const long = pagesAt(tools.target, 100) > (tools.depth === 'quick' ? 3 : 10)
  for (const id of long ? ids.slice(0, query.look_up ?? 0) : ids) {
    const found = await lookUp(tools, id)
    if (!found) return undefined
    if (!found.found) return { id, x: found.x }
  }
  return undefined
}

/** `whole`: the length of the list without the filter, if known. */
export function judgeFiltered({ start, pages, again, missing }: Filtered, whole?: number): Finding | undefined {
  const read = pagesOf(start, ...pages)
  if (isFinding(read)) return read
  const found = wrong(read, missing, whole)
  if (!found || !again) return found
  const after = pageOf(again)
  if (isFinding(after)) return after
  if (!sameList(read[0]!, after)) return found
  const levelled = read.map((page) => ({ ...page, total: read[0]!.total }))
  const onlyGrew = grew([...read, after]) && !alone(read) && !together(levelled, missing)
  return onlyGrew ? undefined : moved('the list changed between its pages')
}

const wrong = (pages: readonly Read[], missing: Filtered['missing'], whole?: number): Violation | undefined =>
  alone(pages, whole) ?? together(pages, missing)

/** What one response contradicts itself in. */
function alone(pages: readonly Read[], whole?: number): Violation | undefined {
  for (const page of pages) {
    const found = countOfAll(page, whole) ?? wrongLength(page) ?? wrongOrder(page)
    if (found) return found
  }
  return undefined
}

/** Fewer records than the total says, which is that of the list without the filter. */
function countOfAll({ total, data, start, asked, x }: Read, whole?: number): Violation | undefined {
  const end = start + BigInt(data.length)
  const isEnd = BigInt(data.length) < asked.perPage && (data.length > 0 || start === 0n)
  if (!isEnd || end >= total || total !== BigInt(whole ?? -1)) return undefined
  const got = `${data.length} users and pagination.total ${total}`
  return headlined(
    `${requestLine(x.req)} returned ${got}, which is the total without updated_since`,
    explained(
      violation(`pagination.total ${end}, since the list ends on this page`, got, x),
      'A client that pages until it has read total records requests pages that are empty, or never ends.',
      'the filter is lost in the count',
    ),
  )
}

/** What responses contradict one another in, if the list did not change between them. */
function together([start, ...pages]: readonly Read[], missing: Filtered['missing']): Violation | undefined {
  for (const page of pages) {
    const found = sameTotal(start!, page) ?? sameRecords(start!, page)
    if (found) return found
  }
  return wrongOrder(...pages) ?? (missing && strange(missing, pages))
}

function wrongOrder(...pages: readonly Read[]): Violation | undefined {
  const ids = pages.flatMap(({ data }) => idsOf(data) ?? [])
  const found = ascent(ids)
  if (typeof found === 'string') return undefined
  const [before, after] = [ids[found.descentAt - 1], ids[found.descentAt]]
  const sorted = sortedBy(pages.flatMap(({ data }) => data))
  const order = headlined(
    `${requestLine(pages[0]!.x.req)} is not sorted by ascending id: ${showId(before)} is followed by ${showId(after)}`,
    explained(
      violation(`an id above ${showId(before)}`, `id ${showId(after)}`, ...pages.map(({ x }) => x)),
      'A client that relies on the order, as one that resumes after the last id it read, misses users.',
      sorted === undefined
        ? 'the filtered list, or some of its pages, is sorted by update time or by another field, or not at all'
        : `the filtered list is sorted by ${sorted}`,
    ),
  )
  return { ...order, clauses: ['4.users.order'] }
}

const holder = (id: Id, pages: readonly Read[]): Read =>
  pages.find(({ data }) => idsOf(data)?.some((one) => sameId(one, id))) ?? pages[0]!

const strange = ({ id, x }: NonNullable<Filtered['missing']>, pages: readonly Read[]): Violation =>
  headlined(
    `${requestLine(holder(id, pages).x.req)} returned user ${showId(id)}, which is not in the list without updated_since`,
    explained(
      violation('users of the whole list only', `user ${showId(id)}`, ...pages.map(({ x }) => x), x),
      'A sync gets users that it should not see: deleted ones, or those of another company.',
      'the filter loses the condition on the tenant, or brings deleted users back',
    ),
  )

const grew = (pages: readonly Read[]): boolean => pages.every(({ total }, i) => i === 0 || pages[i - 1]!.total <= total)
