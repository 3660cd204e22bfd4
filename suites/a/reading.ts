import { type Exchange, isSuccess } from '../../src/client/exchange.ts'
import { inShort } from '../../src/judge/answer.ts'
import { type Finding, moved, type Tools, unclear, violation } from '../../src/rule.ts'
import { type Query, users } from './api.ts'
import { asked, lengthOf, offsetOf, type Page, readPage } from './page.ts'

/** The answer for a page that was within the list a moment ago. */
export interface Reading {
  readonly x: Exchange
  /** Where that was no success: the first page of the same list right after it, which tells whether the page is still within. */
  readonly first?: Exchange
}

/** A page as it was asked for and as it came. */
export interface Read extends Page {
  readonly x: Exchange
  readonly asked: { readonly page: bigint; readonly perPage: bigint }
  /** Records of the list before it, going by what was asked. */
  readonly start: bigint
}

export async function read(tools: Tools, query: Query): Promise<Reading> {
  const x = await tools.get(users(tools.target, query))
  if (isSuccess(x) || Number(query.page ?? 1) === 1) return { x }
  return { x, first: await tools.get(users(tools.target, { ...query, page: 1 })) }
}

/** The page that came, or what to find where none did. */
export function pageOf({ x, first }: Reading): Read | Finding {
  const found = readPage(x)
  const { page: number, perPage, since } = asked(x)!
  if (found) return { ...found, x, asked: { page: number, perPage }, start: offsetOf(number, perPage) }
  if (isSuccess(x)) return unclear('an answer holds no page, which a.users.envelope judges')
  const list = first && readPage(first)
  if (list && lengthOf(list.total, number, perPage) === undefined)
    return moved(`the list became too short for page ${number}`)
  const shown = list ? x : (first ?? x)
  if (isSuccess(shown)) return unclear('an answer holds no page, which a.users.envelope judges')
  // A list without records has no page, so that even page 1 may count as one past the end.
  if (!list && since !== undefined && shown.response!.status === 404)
    return unclear('page 1 since a time was answered 404, as it may be where no record is listed')
  return violation('a success with the page', inShort(shown), shown)
}

export const isFinding = (value: object): value is Finding => 'kind' in value

/** All pages, or what to find where one of them is none. */
export function pagesOf(...readings: readonly Reading[]): Read[] | Finding {
  const pages = readings.map(pageOf)
  return pages.find(isFinding) ?? (pages as Read[])
}
