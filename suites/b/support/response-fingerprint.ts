import { type Exchange, isSuccess } from '../../../src/core/exchange.ts'
import { canonical, type Json } from '../../../src/core/json.ts'
import { at, isArray, isInteger } from '../../../src/core/json-values.ts'
import type { Difference } from '../../../src/core/results.ts'
import { differing, type Finding, moved, violation } from '../../../src/core/rule.ts'
import { between, ofJson } from '../../../src/judge/difference.ts'
import { responseSummary } from '../../../src/judge/response-summary.ts'

/** The id of an item as text, where it has one; fields of items are not shown. */
export function idOf(item: Json): string | undefined {
  const id = at(item, 'id')
  return typeof id === 'string' || isInteger(id) ? String(id) : undefined
}

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
  const items = `${itemsOf(x).length} items${isInteger(total) ? ` of ${total}` : ''}`
  return `${x.response!.status} with ${own === undefined ? items : `id ${own}`}`
}

/** The difference between two fingerprints. */
function apart(plain: Exchange, odd: Exchange): Difference | undefined {
  const sides = ['without it', 'with it'] as const
  if (!isSuccess(plain) || !isSuccess(odd))
    return between('status', sides, [`${plain.response?.status}`, `${odd.response?.status}`])
  const told = (x: Exchange) => ({
    ...Object.fromEntries(NUMBERS.map((name) => [name, at(x.response!.json, name) ?? null])),
    'number of items': itemsOf(x).length,
    id: idOf(x.response!.json ?? null) ?? null,
    'ids of items': itemsOf(x).map((item) => idOf(item) ?? null),
  })
  return ofJson(told(plain), told(odd), sides)
}

/**
 * Answers to one request, plain and odd by turns, plain ones at both ends. An odd one that is like neither of its neighbours, while
 * these are like each other, differs by what makes it odd: if the plain ones that were asked for later are alike, too. Rows can
 * come and go at each reading.
 */
export function judgeTurns(
  turns: readonly Exchange[],
  expected: string,
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
      return differing(
        violation(expected, `${inFew(other)} instead of ${inFew(plain)}`, plain, other),
        apart(plain, other),
      )
    }
    unsettled = true
  }
  return unsettled ? moved('the responses to the same request differ') : undefined
}
