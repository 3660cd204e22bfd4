import type { Exchange } from '../core/exchange.ts'
import { canonical, type Json } from '../core/json.ts'
import { at, isArray, isObject } from '../core/json-values.ts'

/** Texts of the baseline that another response must repeat, and their shortest length. */
const [MOST_TEXTS, SHORTEST_TEXT] = [3, 6]

/**
 * Whether a response holds data of the API: a page with records, a record of the baseline response, or several of its texts in any
 * format. An empty page with a total holds data, too. `isOtherApi`: a page counts only if it repeats data of the baseline response.
 */
export function bodyHoldsRecords(
  { response }: Exchange,
  { response: baseline }: Exchange,
  isOtherApi = false,
): boolean {
  const { json, text = '' } = response!
  if (json !== undefined && !isOtherApi && isPage(json)) return true
  const records = recordsOf(baseline?.json)
  const known = new Set(records.map(canonical))
  if (json !== undefined && objectsIn(json).some((object) => known.has(canonical(object)))) return true
  const texts = [...new Set(records.flatMap(textsIn))]
  const repeated = texts.filter((one) => text.includes(one) || text.includes(JSON.stringify(one).slice(1, -1)))
  return repeated.length >= MOST_TEXTS
}

/** The page envelope of either variant, unless it says that there is nothing. */
function isPage(json: Json): boolean {
  const [data, items] = [at(json, 'data'), at(json, 'items')]
  const hasRecords = [data, items].some((list) => isArray(list) && list.some(isObject))
  const totals = [at(json, 'pagination.total'), isArray(items) ? at(json, 'total') : undefined]
  return hasRecords || totals.some((total) => total !== undefined && Number(total) > 0)
}

/** The records of a page, or the whole body of another resource. */
function recordsOf(json: Json | undefined): readonly Json[] {
  const list = at(json, 'data') ?? at(json, 'items')
  if (isArray(list)) return list.filter(isObject)
  return isObject(json) ? [json] : []
}

function objectsIn(json: Json): Json[] {
  if (isArray(json)) return json.flatMap(objectsIn)
  return isObject(json) ? [json, ...Object.values(json).flatMap(objectsIn)] : []
}

function textsIn(json: Json): string[] {
  if (typeof json === 'string') return json.length >= SHORTEST_TEXT ? [json] : []
  if (isArray(json)) return json.flatMap(textsIn)
  return isObject(json) ? Object.values(json).flatMap(textsIn) : []
}
