import { type Exchange, isSuccess } from '../../../src/core/exchange.ts'
import { requestLine } from '../../../src/core/request-text.ts'
import { type Finding, headlined, type Tools, violation } from '../../../src/core/rule.ts'
import { responseSummary } from '../../../src/judge/response-summary.ts'
import { users } from '../api.ts'

export interface Evidence {
  readonly x: Exchange
  /** Where that failed: GET /users with the key in X-Api-Key, which preflight has sent. */
  readonly plain?: Exchange
}

export async function withPlain(x: Exchange, { once, target }: Tools): Promise<Evidence> {
  return isSuccess(x) ? { x } : { x, plain: await once(users(target)) }
}

/**
 * Whether the key of a valid request was taken. The bare request must succeed; of one with parameters only a refusal speaks
 * of the key, and any other error is the matter of the rules of its parameters.
 */
export function accepted(x: Exchange, how: string, plain?: Exchange): Finding | undefined {
  const refused = x.response!.status === 401 || x.response!.status === 403
  if (isSuccess(x) || (!refused && (x.req.query ?? []).length > 0)) return undefined
  const isKnown = plain !== undefined && isSuccess(plain)
  const others = isKnown ? `; ${requestLine(plain.req)} with X-Api-Key returned ${plain.response!.status}` : ''
  return headlined(
    `The server rejected the active key ${how}: ${requestLine(x.req)} returned ${responseSummary(x)}`,
    violation('a success (2xx)', `${responseSummary(x)}${others}`, x),
  )
}
