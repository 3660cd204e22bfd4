import { type Exchange, isSuccess } from '../../src/client/exchange.ts'
import { type Json, writeJson } from '../../src/client/json.ts'
import { at, isObject } from '../../src/judge/json.ts'
import { type Page, readPage } from './page.ts'

/** What two answers to one question have in common as long as the list does not move; other members may differ in every answer. */
export function sameAnswer(one: Exchange, other: Exchange): boolean {
  return sameStatus(one, other) && contentOf(one) === contentOf(other)
}

/** Any 2xx is a success, and caches on the way may make a 203 of a 200. */
export const sameStatus = (one: Exchange, other: Exchange): boolean =>
  (isSuccess(one) && isSuccess(other)) || one.response?.status === other.response?.status

/** A page that differs from one answer to the next only as it does while users are added at the end. */
export function grewThrough(exchanges: readonly Exchange[]): boolean {
  const pages = exchanges.map(readPage)
  return pages.every((page, i) => {
    const next = pages[i + 1]
    return page !== undefined && (i + 1 === pages.length || (next !== undefined && grew(page, next)))
  })
}

function grew(page: Page, next: Page): boolean {
  const same = page.page === next.page && page.perPage === next.perPage
  const [ids, later] = [idsOf(page), idsOf(next)]
  return same && page.total <= next.total && ids.every((id, i) => id === later[i])
}

/** Ids, pagination and the names of members, for people. */
export function inDetail(x: Exchange): string {
  const content = contentOf(x)
  if (content === '') return ''
  return `: ${content.length > 200 ? `${content.slice(0, 200)}…` : content}`
}

function contentOf(x: Exchange): string {
  const page = readPage(x)
  if (!page) return ''
  const { data, perPage, total, totalPages } = page
  const fields = [...new Set(data.flatMap((item) => (isObject(item) ? Object.keys(item) : [])))].sort()
  return writeJson({ page: page.page, perPage, total, totalPages, fields, ids: data.map(idOf) })
}

const idsOf = ({ data }: Page): string[] => data.map((item) => writeJson(idOf(item)))

const idOf = (item: Json): Json => (isObject(item) ? (at(item, 'id') ?? null) : item)
