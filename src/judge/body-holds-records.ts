import type { Exchange } from '../core/exchange.ts'
import { canonical, type Json } from '../core/json.ts'
import { at, isArray, isObject } from '../core/json-values.ts'

/** Texts of the baseline that another response must repeat, and their shortest length. */
const [MOST_TEXTS, SHORTEST_TEXT] = [3, 6]

/**
 * Whether a response holds data of the API: a page with records, a record of the baseline response, several of its texts in any
 * format, or ids of its records. An empty page with a total holds data, too. `isOtherApi`: a page counts only if it repeats data of
 * the baseline response.
 */
export function bodyHoldsRecords(other: Exchange, good: Exchange, isOtherApi = false): boolean {
  const { json, text = '' } = other.response!
  const baseline = good.response
  if (json !== undefined && !isOtherApi && isPage(json)) return true
  const records = recordsOf(baseline?.json)
  const known = new Set(records.map(canonical))
  if (json !== undefined && objectsIn(json).some((object) => known.has(canonical(object)))) return true
  const texts = [...new Set(records.flatMap(textsIn))]
  const repeated = texts.filter((one) => text.includes(one) || text.includes(JSON.stringify(one).slice(1, -1)))
  return repeated.length >= MOST_TEXTS || namesIds(other, good)
}

/**
 * Whether a response names records of a list by their ids: as a value, or in a link, which begins as the path of the list. One long
 * id is enough; short ones could be examples in documentation, so that several must be linked. An id in the path may be an echo.
 */
function namesIds({ req, response }: Exchange, { req: { path }, response: baseline }: Exchange): boolean {
  const text = response!.text?.replaceAll('\\/', '/') ?? ''
  const list = at(baseline?.json, 'data') ?? at(baseline?.json, 'items')
  const ids = (isArray(list) ? list : []).flatMap((record) => at(record, 'id') ?? []).map(String)
  const name = path.slice(path.lastIndexOf('/'))
  const linked = ids.filter((id) => mentions(text, `${name}/${encodeURIComponent(id)}`))
  const isLong = (id: string) =>
    id.length >= SHORTEST_TEXT && /\d/.test(id) && ![id, encodeURIComponent(id)].some((one) => req.path.includes(one))
  return linked.length >= MOST_TEXTS || linked.some(isLong) || ids.some((id) => isLong(id) && text.includes(`"${id}"`))
}

/** Whether a text holds this part of a path as whole segments. */
const mentions = (text: string, part: string): boolean =>
  text
    .split(part)
    .slice(1)
    .some((rest) => !/^[\w%~-]/.test(rest))

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
