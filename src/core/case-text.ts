import { type Json, writeJson } from './json.ts'
import { isArray, isObject, type JsonObject } from './json-values.ts'

/** Formats a counterexample as text, such as `page=2, per_page=51`. */
export function caseText(json: Json): string {
  if (isObject(json) && typeof json.request === 'string') return requestInWords(json as Named)
  return words(json) || 'a request without parameters'
}

type Named = { readonly [name: string]: Json } & { readonly request: string }

const MOST_HEADERS = 2

/** `GET /users?page=10, via Bearer, credential: an expired key, with Accept: text/csv`. */
function requestInWords({ request, credential, via, headers = {}, ...query }: Named): string {
  const search = Object.entries(query).flatMap(([name, value]) => [value].flat().map((one) => `${name}=${words(one)}`))
  const named = Object.entries(headers as JsonObject)
  // Of many, the values would take all the room.
  const sent = named.map(([name, value]) => (named.length > MOST_HEADERS ? name : `${name}: ${words(value)}`))
  return [
    `${request}${search.length > 0 ? `?${search.join('&')}` : ''}`,
    ...(via === undefined ? [] : [`via ${words(via)}`]),
    ...(credential === undefined ? [] : [`credential: ${words(credential)}`]),
    ...(sent.length > 0 ? [`with ${sent.join(', ')}`] : []),
  ].join(', ')
}

function words(json: Json): string {
  if (isArray(json)) return json.map((item) => (isObject(item) ? `(${words(item)})` : words(item))).join(', ')
  if (!isObject(json)) return typeof json === 'string' ? json : json === null ? '' : writeJson(json)
  return Object.entries(json)
    .map(([name, value]) => property(name, value))
    .filter((text) => text !== '')
    .join(', ')
}

/** Prints a nested object with its name, except `query`, whose parameters are self-explanatory. */
function property(name: string, value: Json): string {
  const text = words(value)
  if (isObject(value)) return name === 'query' || text === '' ? text : `${name} (${text})`
  if (isArray(value)) return `${name} [${text}]`
  return `${name}=${text === '' ? '""' : text}`
}
