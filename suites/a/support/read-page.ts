import { type Exchange, isSuccess } from '../../../src/core/exchange.ts'
import {
  explained,
  type Finding,
  moved,
  type Tools,
  unclear,
  type Violation,
  violation,
} from '../../../src/core/rule.ts'
import { responseSummary } from '../../../src/judge/response-summary.ts'
import { seemingEnd } from '../../shared/pagination.ts'
import { PER_PAGE_MAX, type Query, users } from '../api.ts'
import { asked, lengthOf, offsetOf, type Page, readPage } from './page.ts'

/** The response for a page that was within the list a moment ago. */
export interface Reading {
  readonly x: Exchange
  /** If that was not a success: the first page of the same list right after it, which shows whether the page is still within. */
  readonly first?: Exchange
}

/** A page as requested and as received. */
export interface Read extends Page {
  readonly x: Exchange
  readonly asked: { readonly page: bigint; readonly perPage: bigint }
  /** Records of the list before it, by the request. */
  readonly start: bigint
}

/** How a page is read: sparingly or once for the first look at it, which other rules may have had. */
export type How = 'get' | 'sparingly' | 'once'

export async function read(tools: Tools, query: Query, how: How = 'get'): Promise<Reading> {
  return withFirst(tools, query, await tools[how](users(tools.target, query)))
}

/** Reads a page right after another query, over the same connection. */
export async function readAfter(tools: Tools, ahead: Query, query: Query): Promise<Reading> {
  const [, x] = await tools.inSequence([ahead, query].map((one) => users(tools.target, one)))
  return withFirst(tools, query, x!)
}

async function withFirst(tools: Tools, query: Query, x: Exchange): Promise<Reading> {
  if (isSuccess(x) || Number(query.page ?? 1) === 1) return { x }
  return { x, first: await tools.get(users(tools.target, { ...query, page: 1 })) }
}

/** The page that came, or what to find where none did. */
export function pageOf({ x, first }: Reading): Read | Finding {
  const found = readPage(x)
  const { page: number, perPage, since, sent } = asked(x)!
  if (found) {
    // A wrong default is judged by a.users.defaults only.
    const size = sent.perPage === undefined && isSize(found.perPage) ? found.perPage : perPage
    return { ...found, x, asked: { page: number, perPage: size }, start: offsetOf(number, size) }
  }
  const list = first && readPage(first)
  if (list && lengthOf(list.total, number, perPage) === undefined)
    return moved(`the list became too short for page ${number}`)
  const shown = list ? x : (first ?? x)
  if (!shown.response) return unclear('a page got no response')
  if (isSuccess(shown)) return unclear('a response is no page as documented, which a.users.envelope judges')
  // A list without records has no page, so that even page 1 may count as one past the end.
  if (!list && since !== undefined && shown.response!.status === 404)
    return unclear('page 1 of a filtered list got 404, as it may if no record is listed')
  return explained(
    violation('200 with a page', responseSummary(shown), shown),
    'A client gets an error for a documented request.',
    ...(shown.response!.status >= 500 ? ['the database query, or the code that builds it, throws'] : []),
    ...(shown.response!.status < 500 && since !== undefined ? ['the validation rejects a valid updated_since'] : []),
  )
}

const isSize = (perPage: bigint): boolean => perPage >= 1n && perPage <= PER_PAGE_MAX

export const isFinding = (value: object): value is Finding => 'kind' in value

/** What a page contradicts itself in. */
export type Wrong = (page: Read) => Violation | undefined

/** Reads a page, and twice more where it contradicts itself: was it cut while a record was added, after the others were counted? */
export async function readTwiceMore(tools: Tools, query: Query, wrong: Wrong): Promise<Reading[]> {
  const reading = await read(tools, query, 'sparingly')
  const page = pageOf(reading)
  if (isFinding(page) || !wrong(page)) return [reading]
  return [reading, await read(tools, query), await read(tools, query)]
}

/** A contradiction counts if two of three responses have it. */
export function judgeMost(readings: readonly Reading[], wrong: Wrong): Finding | undefined {
  const pages = pagesOf(...readings)
  if (isFinding(pages)) return pages
  const found = pages.map(wrong).filter((one) => one !== undefined)
  return found.length === 1 ? moved('the list changed while a page was read') : found.at(-1)
}

/** A page within the list holds per_page records, the last one the rest. */
export const wrongLength: Wrong = ({ data, total, asked: { page, perPage }, x }) => {
  const wanted = lengthOf(total, page, perPage)
  if (wanted === undefined || BigInt(data.length) === wanted) return undefined
  const offset = offsetOf(page, perPage)
  const isLast = offset + perPage >= total
  const found = violation(
    `${wanted}${isLast ? ' on the last page' : ''}, since pagination.total is ${total}`,
    `${records(data.length)}${seemingEnd('record', offset, data.length, wanted)}`,
    x,
  )
  if (!isLast || BigInt(data.length) < wanted) return found
  return explained(
    found,
    'A client that pages through the list reads records twice.',
    'the last page is filled up with records of the one before it',
    'a limit that is off by one, or a total that is too small',
  )
}

const records = (n: number | bigint): string => `${n} record${Number(n) === 1 ? '' : 's'}`

/** All pages, or what to find where one of them is none. */
export function pagesOf(...readings: readonly Reading[]): Read[] | Finding {
  const pages = readings.map(pageOf)
  return pages.find(isFinding) ?? (pages as Read[])
}
