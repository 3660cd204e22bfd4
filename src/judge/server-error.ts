import { type CredentialClass, type Exchange, isServerError, type Req } from '../core/exchange.ts'
import { requestText } from '../core/request-text.ts'
import { type Violation, violation } from '../core/rule.ts'
import { responseSummary } from './response-summary.ts'

const UNKNOWN = [
  'what is not found is used as if it were, or throws in the handler',
  'a gateway or another service in front of the API fails on this path',
]

/** A request with another key fails on it, unless its parameters are invalid as well. */
const VALID: readonly CredentialClass[] = [
  'active',
  'no-scope',
  'no-module',
  'other-company',
  'other-tenant',
  'misplaced',
]
const OF_REPEATED = ['a parameter that is repeated becomes a list where the code expects one value']
const OF_KEY = ['checking the key throws, and no handler returns 401']

const hasRepeated = ({ query = [] }: Req): boolean => new Set(query.map(([name]) => name)).size < query.length

export const isGet = ({ req, response }: Exchange): boolean => response !== undefined && (req.method ?? 'GET') === 'GET'

/** Reports a server error, 5xx except 501. */
export function serverError(x: Exchange): Violation | undefined {
  const { req, response } = x
  if (!response || !isServerError(response.status)) return undefined
  // Without a query, it is an id or the path that is not documented.
  const isUnknown = req.open === true && (req.query ?? []).length === 0
  return {
    ...violation(isUnknown ? 'a 4xx error' : 'a page, or a 4xx error', responseSummary(x), x),
    headline: `The server failed with ${response.status} on ${requestText(req)}`,
    ...(isUnknown && { causes: UNKNOWN }),
    ...(hasRepeated(req) && { causes: OF_REPEATED }),
    ...(!VALID.includes(req.credential.class) && (req.query ?? []).length === 0 && !isUnknown && { causes: OF_KEY }),
  }
}
