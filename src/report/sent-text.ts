import type { WrittenExchange } from '../core/results.ts'

/** Longer ones do not say more. */
const MOST_REASON = 80

const BASE = '/api/public/v1'

/** What was sent and how it was answered, a line each: `GET /users?page=2, active by x-api-key → 200`. Repeats are counted. */
export function sentLines(exchanges: readonly WrittenExchange[]): string[] {
  const counts = new Map<string, number>()
  for (const line of exchanges.map(sentLine)) counts.set(line, (counts.get(line) ?? 0) + 1)
  return [...counts].map(([line, count]) => (count === 1 ? line : `${line} (${count} times)`))
}

function sentLine({ request, response, problem }: WrittenExchange): string {
  const answer = response
    ? `${response.status} ${response.reason.slice(0, MOST_REASON)}`.trim()
    : `no answer: ${problem}`
  return `${request.method} ${target(request.url)}, key: ${request.credential} → ${answer}`
}

/** Path and query below the base of the API. */
function target(url: string): string {
  const at = url.indexOf(BASE)
  return at < 0 ? url : url.slice(at + BASE.length) || '/'
}
