import { type Exchange, isServerError } from '../core/exchange.ts'
import { requestText } from '../core/request-text.ts'
import { type Violation, violation } from '../core/rule.ts'
import { responseSummary } from './response-summary.ts'

export const isGet = ({ req, response }: Exchange): boolean => response !== undefined && (req.method ?? 'GET') === 'GET'

/** Reports a server error, 5xx except 501. */
export function serverError(x: Exchange): Violation | undefined {
  const { req, response } = x
  if (!response || !isServerError(response.status)) return undefined
  return {
    ...violation('a page, or a 4xx error', responseSummary(x), x),
    headline: `The server failed with ${response.status} on ${requestText(req)}`,
  }
}
