import type { Exchange } from '../../src/client/exchange.ts'
import { isSuccess } from '../../src/client/exchange.ts'
import type { Json } from '../../src/client/json.ts'
import { at, isArray, isInteger } from '../../src/judge/json.ts'
import { PER_PAGE_DEFAULT, PER_PAGE_MAX, USERS } from './api.ts'

/** §2 "Page envelope". */
export interface Page {
  readonly data: readonly Json[]
  readonly page: bigint
  readonly perPage: bigint
  readonly total: bigint
  readonly totalPages: bigint
}

export const PAGINATION = ['page', 'per_page', 'total', 'total_pages'] as const

/** A successful answer of the list that has the documented envelope; a.users.envelope judges those that have not. */
export function readPage(x: Exchange): Page | undefined {
  if (!isListAnswer(x)) return undefined
  const json = x.response?.json
  const data = at(json, 'data')
  const numbers = PAGINATION.map((name) => at(json, `pagination.${name}`))
  if (!isArray(data) || !numbers.every(isInteger)) return undefined
  const [page, perPage, total, totalPages] = numbers.map(BigInt) as [bigint, bigint, bigint, bigint]
  return { data, page, perPage, total, totalPages }
}

export const isListAnswer = (x: Exchange): boolean =>
  x.req.endpoint === USERS && (x.req.method ?? 'GET') === 'GET' && isSuccess(x)

/** What was asked, where §4 says what the answer holds: a page from 1, a per_page of 1..100, nothing undocumented. */
export function asked(x: Exchange): { page: bigint; perPage: bigint; since?: string } | undefined {
  if (x.req.open) return undefined
  const sent = new Map((x.req.query ?? []).map(([name, value]) => [name, typeof value === 'string' ? value : '']))
  const page = sent.get('page') ?? '1'
  const perPage = sent.get('per_page') ?? String(PER_PAGE_DEFAULT)
  const since = sent.get('updated_since')
  const known = [...sent.keys()].every((name) => ['page', 'per_page', 'updated_since'].includes(name))
  if (!known || !/^[1-9]\d*$/.test(page) || !/^[1-9]\d*$/.test(perPage)) return undefined
  if (BigInt(perPage) > PER_PAGE_MAX) return undefined
  return { page: BigInt(page), perPage: BigInt(perPage), ...(since !== undefined && { since }) }
}
