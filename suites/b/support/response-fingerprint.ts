import { count } from '../../../src/core/count.ts'
import { type Exchange, isSuccess } from '../../../src/core/exchange.ts'
import { canonical, type Json } from '../../../src/core/json.ts'
import { at, isArray, isInteger } from '../../../src/core/json-values.ts'
import { requestLine } from '../../../src/core/request-text.ts'
import type { Difference } from '../../../src/core/results.ts'
import { differing, explained, type Finding, headlined, moved, violation } from '../../../src/core/rule.ts'
import { between, ofJson } from '../../../src/judge/difference.ts'
import { responseSummary } from '../../../src/judge/response-summary.ts'
import { idOf } from '../../shared/shared-items.ts'

export { idOf } from '../../shared/shared-items.ts'

export const itemsOf = (x: Exchange): readonly Json[] => {
  const items = at(x.response?.json, 'items')
  return isArray(items) ? items : []
}

const NUMBERS = ['total', 'pages', 'page', 'size', 'columns', 'has_more'] as const

/**
 * What two responses to one request have in common while nothing changes, regardless of order and changing fields: how
 * much there is, and which items those are where the page holds all of them.
 */
export function fingerprintOf(x: Exchange): string {
  if (!isSuccess(x)) return responseSummary(x)
  const json = x.response!.json
  const numbers = NUMBERS.map((name) => at(json, name) ?? null)
  const items = itemsOf(x)
  const whole = at(json, 'total') === items.length || (at(json, 'page') === 1 && at(json, 'has_more') === false)
  const own = idOf(json ?? null) ?? null
  return canonical(['success', own, numbers, items.length, whole ? items.map((item) => idOf(item) ?? '').sort() : []])
}

/** A response in a few words that distinguish one fingerprint from another. */
function inFew(x: Exchange): string {
  const json = x.response!.json
  const own = idOf(json ?? null)
  if (!isSuccess(x) || (own === undefined && at(json, 'items') === undefined)) return responseSummary(x)
  const total = at(json, 'total')
  const items = `${count(itemsOf(x).length, 'item')}${isInteger(total) ? ` of ${total}` : ''}`
  return `${x.response!.status} with ${own === undefined ? items : `id ${own}`}`
}

/** The difference between two fingerprints. */
function apart(plain: Exchange, odd: Exchange): Difference | undefined {
  const sides = ['without it', 'with it'] as const
  if (!isSuccess(plain) || !isSuccess(odd))
    return between('status', sides, [`${plain.response?.status}`, `${odd.response?.status}`])
  const shown = (x: Exchange) => ({
    ...Object.fromEntries(NUMBERS.map((name) => [name, at(x.response!.json, name) ?? null])),
    'number of items': itemsOf(x).length,
    id: idOf(x.response!.json ?? null) ?? null,
    'ids of items': itemsOf(x).map((item) => idOf(item) ?? null),
  })
  return ofJson(shown(plain), shown(odd), sides)
}

/** Whether both are successes with ids, and none of the one is in the other. */
function holdsOthers(plain: Exchange, other: Exchange): boolean {
  if (!isSuccess(plain) || !isSuccess(other)) return false
  const [before, now] = [plain, other].map((x) =>
    [idOf(x.response!.json ?? null), ...itemsOf(x).map(idOf)].filter((id) => id !== undefined),
  )
  return before!.length > 0 && now!.length > 0 && !now!.some((id) => before!.includes(id))
}

const OF_OTHERS =
  'With this header, a caller chooses whose data is read: none of the ids in the response is one of the plain response.'
export const OF_MIDDLEWARE = 'middleware also reads a credential or a company from other headers, cookies or the query'

/**
 * Responses to one request, plain and odd alternately, beginning and ending with a plain one. If an odd one differs from both its
 * neighbours while these agree, what makes it odd is the cause, provided that later plain ones agree, too: rows can come and go
 * between readings.
 */
export function judgeTurns(
  turns: readonly Exchange[],
  what: string,
  later: readonly Exchange[] = [],
): Finding | undefined {
  const fingerprints = turns.map(fingerprintOf)
  const isSteady = new Set(later.map(fingerprintOf)).size <= 1
  let unsettled = false
  for (let k = 1; k < turns.length; k += 2) {
    const [before, odd, after] = [fingerprints[k - 1], fingerprints[k], fingerprints[k + 1]]
    if (odd === before || odd === after) continue
    if (isSteady && before === after) {
      const [plain, other] = [turns[k - 1]!, turns[k]!]
      const [expected, seen] = [inFew(plain), inFew(other)]
      const actual = seen === expected ? `${seen}, but others` : seen
      const found = differing(
        headlined(
          `${what} beside a valid X-Api-Key changes the response: ${requestLine(other.req)} returned ${actual}`,
          violation(`${expected}, as without ${what}`, actual, plain, other),
        ),
        apart(plain, other),
      )
      return holdsOthers(plain, other) ? explained(found, OF_OTHERS, OF_MIDDLEWARE) : found
    }
    unsettled = true
  }
  return unsettled ? moved('the responses to the same request differ') : undefined
}
