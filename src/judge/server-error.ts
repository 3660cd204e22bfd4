import { type Exchange, isServerError } from '../core/exchange.ts'
import { type Violation, violation } from '../core/rule.ts'
import { responseSummary } from './response-summary.ts'

export const isGet = ({ req, response }: Exchange): boolean => response !== undefined && (req.method ?? 'GET') === 'GET'

/** Reports a server error, 5xx except 501. */
export function serverError(x: Exchange): Violation | undefined {
  const { req, response } = x
  if (!response || !isServerError(response.status)) return undefined
  return {
    ...violation('a page, or an error below 500', responseSummary(x), x),
    headline: `The server failed on GET ${req.path}${queryOf(x)}: ${response.status}`,
  }
}

function queryOf({ req: { query = [] } }: Exchange): string {
  const shown = query.map(([name, value]) => `${name}=${typeof value === 'string' ? value : '****'}`)
  return shown.length > 0 ? `?${shown.join('&')}` : ''
}
