import { type Exchange, isSuccess } from '../../../src/core/exchange.ts'
import type { Json } from '../../../src/core/json.ts'
import { isHiddenRefusal } from '../../../src/judge/hidden-error.ts'
import { memoizeLast } from '../../../src/judge/memoize-last.ts'
import { type Envelope, readEnvelope } from '../../shared/pagination.ts'
import { PER_PAGE_DEFAULT, PER_PAGE_MAX, USERS } from '../api.ts'

/** §2 "Page envelope". */
export interface Page {
  readonly data: readonly Json[]
  readonly page: bigint
  readonly perPage: bigint
  readonly total: bigint
  readonly totalPages: bigint
}

export const ENVELOPE: Envelope = {
  what: 'data and pagination',
  records: 'data',
  integers: ['page', 'per_page', 'total', 'total_pages'].map((name) => `pagination.${name}`),
  clauses: Object.fromEntries(
    ['data', 'page', 'per_page', 'total', 'total_pages'].map((name) => [
      name === 'data' ? name : `pagination.${name}`,
      `2.envelope.${name}.type`,
    ]),
  ),
  isDocumented: (path) => /^(data|pagination(\.\w+)?)$/.test(path),
}

/** Reads a page that has the documented envelope; a.users.envelope judges the others. */
export const readPage = memoizeLast((x): Page | undefined => {
  const found = isListAnswer(x) && readEnvelope(x, ENVELOPE)
  if (!found) return undefined
  const [page, perPage, total, totalPages] = found.integers as [bigint, bigint, bigint, bigint]
  return { data: found.records, page, perPage, total, totalPages }
})

export const isListAnswer = (x: Exchange): boolean =>
  x.req.endpoint === USERS && (x.req.method ?? 'GET') === 'GET' && isSuccess(x) && !isHiddenRefusal(x)

/** The requested page, if §4 defines the response: page from 1, per_page from 1 to 100, no undocumented parameters. */
export interface Asked {
  readonly page: bigint
  readonly perPage: bigint
  readonly since?: string
  /** Parameters of the request; missing ones have the documented defaults. */
  readonly sent: { readonly page?: bigint; readonly perPage?: bigint }
}

const POSITIVE = /^[1-9]\d*$/
const KNOWN = ['page', 'per_page', 'updated_since']

export const asked = memoizeLast((x): Asked | undefined => {
  const parameters = new Map((x.req.query ?? []).map(([name, value]) => [name, typeof value === 'string' ? value : '']))
  if (x.req.open || ![...parameters.keys()].every((name) => KNOWN.includes(name))) return undefined
  const page = parameters.get('page') ?? '1'
  const perPage = parameters.get('per_page') ?? String(PER_PAGE_DEFAULT)
  const since = parameters.get('updated_since')
  if (!POSITIVE.test(page) || !POSITIVE.test(perPage) || BigInt(perPage) > PER_PAGE_MAX) return undefined
  return {
    page: BigInt(page),
    perPage: BigInt(perPage),
    ...(since !== undefined && { since }),
    sent: {
      ...(parameters.has('page') && { page: BigInt(page) }),
      ...(parameters.has('per_page') && { perPage: BigInt(perPage) }),
    },
  }
})

/** Records before a page. */
export const offsetOf = (page: bigint, perPage: bigint): bigint => (page - 1n) * perPage

/** Records on a page: per_page, on the last page the rest. Undefined past the end, where the reference shows nothing. */
export function lengthOf(total: bigint, page: bigint, perPage: bigint): bigint | undefined {
  const left = total - offsetOf(page, perPage)
  if (left <= 0n) return page === 1n ? 0n : undefined
  return left < perPage ? left : perPage
}
