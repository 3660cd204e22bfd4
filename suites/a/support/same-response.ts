import { type Exchange, isSuccess } from '../../../src/core/exchange.ts'
import { type Json, writeJson } from '../../../src/core/json.ts'
import { at, isObject } from '../../../src/core/json-values.ts'
import type { Difference } from '../../../src/core/results.ts'
import { between, ofRecords, type Sides } from '../../../src/judge/difference.ts'
import { type Page, readPage } from './page.ts'

/** Whether two responses to one request agree in what stays the same while the list does not change. */
export function sameResponse(one: Exchange, other: Exchange): boolean {
  return sameStatus(one, other) && contentOf(one) === contentOf(other)
}

/** As `sameResponse`, regardless of the fields of the records. */
export function sameButFields(one: Exchange, other: Exchange): boolean {
  return sameStatus(one, other) && contentOf(one, false) === contentOf(other, false)
}

/** The fields that any record of these responses has. */
export function fieldsIn(exchanges: readonly Exchange[]): string {
  const pages = exchanges.flatMap((x) => readPage(x) ?? [])
  return fieldsOf({ data: pages.flatMap(({ data }) => data) }).join(' ')
}

/** Any 2xx is a success, and caches on the way may make a 203 of a 200. */
export const sameStatus = (one: Exchange, other: Exchange): boolean =>
  (isSuccess(one) && isSuccess(other)) || one.response?.status === other.response?.status

/** Whether a page differs between responses only as it does while users are added at the end. */
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

/** The first difference of two such responses: the status, a number of the pagination, the fields of the records, or a record. */
export function firstDifference(one: Exchange, other: Exchange, sides: Sides): Difference | undefined {
  if (!sameStatus(one, other)) return between('status', sides, [statusOf(one), statusOf(other)])
  const [page, also] = [readPage(one), readPage(other)]
  if (!page || !also) return between('body', sides, [page ? 'a page' : 'no page', also ? 'a page' : 'no page'])
  const numbers = NUMBERS.flatMap(
    ([name, member]) => between(name, sides, [`${page[member]}`, `${also[member]}`]) ?? [],
  )
  const [own, others] = [new Set(fieldsOf(page)), new Set(fieldsOf(also))]
  const names = [...own.symmetricDifference(others)].join(', ')
  const fields = between(`fields of the records (${names})`, sides, [[...own].join(', '), [...others].join(', ')])
  return numbers[0] ?? fields ?? ofRecords(page.data.map(idOf), also.data.map(idOf), sides, { what: 'id of record' })
}

const NUMBERS = [
  ['pagination.page', 'page'],
  ['pagination.per_page', 'perPage'],
  ['pagination.total', 'total'],
  ['pagination.total_pages', 'totalPages'],
] as const

const statusOf = ({ response }: Exchange): string => `${response?.status}`

function contentOf(x: Exchange, withFields = true): string {
  const page = readPage(x)
  if (!page) return ''
  const { data, perPage, total, totalPages } = page
  const fields = withFields ? fieldsOf(page) : []
  return writeJson({ page: page.page, perPage, total, totalPages, fields, ids: data.map(idOf) })
}

const fieldsOf = ({ data }: Pick<Page, 'data'>): string[] =>
  [...new Set(data.flatMap((item) => (isObject(item) ? Object.keys(item) : [])))].sort()

const idsOf = ({ data }: Page): string[] => data.map((item) => writeJson(idOf(item)))

const idOf = (item: Json): Json => (isObject(item) ? (at(item, 'id') ?? null) : item)
