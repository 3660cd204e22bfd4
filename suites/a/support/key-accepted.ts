import { type Exchange, isSuccess } from '../../../src/core/exchange.ts'
import { requestLine } from '../../../src/core/request-text.ts'
import { type Finding, headlined, violation } from '../../../src/core/rule.ts'
import { responseSummary } from '../../../src/judge/response-summary.ts'

/**
 * Whether the key of a valid request was taken. The bare request must succeed; of one with parameters only a refusal speaks
 * of the key, and any other error is the matter of the rules of its parameters.
 */
export function accepted(x: Exchange, how: string): Finding | undefined {
  const refused = x.response!.status === 401 || x.response!.status === 403
  if (isSuccess(x) || (!refused && (x.req.query ?? []).length > 0)) return undefined
  return headlined(
    `The server rejected the active key ${how}: ${requestLine(x.req)} returned ${responseSummary(x)}`,
    violation('a success (2xx)', responseSummary(x), x),
  )
}
