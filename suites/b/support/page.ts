import { type Exchange, isSuccess } from '../../../src/core/exchange.ts'
import type { Json } from '../../../src/core/json.ts'
import { requestText } from '../../../src/core/request-text.ts'
import { isHiddenRefusal } from '../../../src/judge/hidden-error.ts'
import { memoizeLast } from '../../../src/judge/memoize-last.ts'
import { type Envelope, readEnvelope } from '../../shared/pagination.ts'
import { ENDPOINTS, LIST_SIZE_MAX, LISTS, type ListName, ROWS_SIZE_MAX } from '../api.ts'

/** §2 "List page". */
export interface Page {
  readonly items: readonly Json[]
  readonly total: bigint
  readonly page: bigint
  readonly size: bigint
  readonly pages: bigint
}

const INTEGERS = ['total', 'page', 'size', 'pages']
export const ENVELOPE: Envelope = {
  what: 'items and total',
  records: 'items',
  integers: INTEGERS,
  clauses: Object.fromEntries(['items', ...INTEGERS].map((name) => [name, `2.list.${name}.type`])),
  isDocumented: (path) => ['items', ...INTEGERS].includes(path),
}

/** The list that a request reads. */
export const listOf = ({ req }: Exchange): ListName | undefined =>
  LISTS.find((name) => ENDPOINTS[name] === req.endpoint)

export const isListAnswer = (x: Exchange): boolean =>
  listOf(x) !== undefined && (x.req.method ?? 'GET') === 'GET' && isSuccess(x) && !isHiddenRefusal(x)

/** Reads a list page that has the documented envelope; b.lists.envelope judges the others. */
export const readPage = memoizeLast((x): Page | undefined => {
  const found = isListAnswer(x) && readEnvelope(x, ENVELOPE)
  if (!found) return undefined
  const [total, page, size, pages] = found.integers as [bigint, bigint, bigint, bigint]
  return { items: found.records, total, page, size, pages }
})

/** The parameters of a request, with the defaults of missing ones. */
export interface Asked {
  readonly page?: bigint
  readonly size?: bigint
}

/** The requested page, if §4 defines the response: page from 1, size within its range, no other parameters. */
export const asked = memoizeLast((x): Asked | undefined => {
  const most = x.req.endpoint === ENDPOINTS.rows ? ROWS_SIZE_MAX : LIST_SIZE_MAX
  const sent = integersIn(x)
  if (x.req.open || !sent) return undefined
  const { page = 1n, size = 1n } = sent
  return page < 1n || size < 1n || size > most ? undefined : sent
})

/** page and size of a request, in range or not; undefined where there is anything else in its query. */
export const integersIn = memoizeLast((x): Asked | undefined => {
  const query = x.req.query ?? []
  const plain = query.every(
    ([name, value]) => (name === 'page' || name === 'size') && typeof value === 'string' && /^-?\d+$/.test(value),
  )
  const names = new Set(query.map(([name]) => name))
  if (!plain || names.size !== query.length) return undefined
  return Object.fromEntries(query.map(([name, value]) => [name, BigInt(value as string)]))
})

/** `page=2&size=50`, `no parameters`: another request to the same endpoint. */
export const queryInWords = ({ req: { query = [] } }: Exchange): string =>
  query.map(([name, value]) => `${name}=${value}`).join('&') || 'no parameters'

/** `GET /projects?page=2&size=50` */
export const inWords = ({ req }: Exchange): string => requestText(req)
