import { count } from '../core/count.ts'
import { type Exchange, headerValues, isTransient, type Problem, type Response } from '../core/exchange.ts'
import { inert } from '../core/inert.ts'
import type { Json } from '../core/json.ts'
import { at, describe, isArray, isObject } from '../core/json-values.ts'

/** Characters of a header and of a body that is not JSON. */
const [HEADER, EXCERPT] = [200, 100]

/**
 * Summarizes a response: `401 with error.code "unauthorized"`, `200 with 25 records`, `302 with an empty body and Location "/login"`,
 * `502 with a body of 812 bytes (not JSON): "<html>…"`.
 */
export function responseSummary({ req, response, problem }: Exchange): string {
  if (!response) return `no response (${problem!.message})`
  // A response to HEAD has no body, which says nothing.
  const body = req.method === 'HEAD' && response.bytes === 0 ? '' : ` with ${bodyInShort(response)}`
  return `${response.status}${body}${locationOf(response)}${retryAfterOf(response)}`
}

function locationOf(response: Response): string {
  const isRedirect = response.status >= 300 && response.status < 400
  const [value] = isRedirect ? headerValues(response, 'location') : []
  return value === undefined ? '' : ` and Location ${quoted(value, HEADER)}`
}

/** The Retry-After header of a transient response, truncated to 40 characters. */
function retryAfterOf(response: Response): string {
  const [value] = isTransient(response.status) ? headerValues(response, 'retry-after') : []
  return value === undefined ? '' : ` and Retry-After ${JSON.stringify(value.slice(0, 40))}`
}

/** Names a body that is no JSON, by its fault or, if short, by its text: `an empty body`, `a body that is not JSON: "not allowed"`. */
export function faultyBody(fault: string, text = ''): string {
  const said = text.trim()
  // The same for each request: without a long number.
  if (fault.startsWith('not JSON') && SHORT.test(said)) return `a body that is not JSON: ${JSON.stringify(said)}`
  return fault === 'empty body' ? 'an empty body' : `a body that is ${fault}`
}

const SHORT = /^(?!.*\d{4})[\p{Letter}\d .,:;!'-]{1,60}$/u

function bodyInShort({ status, json, fault, bytes, text }: Response): string {
  if (bytes === 0) return 'an empty body'
  if (fault !== undefined) return `a body of ${bytes} bytes (${fault})${text ? `: ${quoted(text, EXCERPT)}` : ''}`
  const code = at(json, 'error.code')
  if (code !== undefined)
    return `error.code ${typeof code === 'string' ? quoted(code, EXCERPT) : describe(code)}${oddCharacter(code)}${messageOf(code, json)}`
  // What an error lists are no records.
  const records = status < 400 ? recordsIn(json) : undefined
  return records ? count(records.length, 'record') : describe(json)
}

/** The last array of an object, as that of a page. */
export const recordsIn = (json: Json | undefined): readonly Json[] | undefined =>
  isObject(json) ? Object.values(json).findLast(isArray) : undefined

const MESSAGE = 60
/** The documented message of a 401, or what error.code says as well. */
const isKnown = (message: string, code: unknown): boolean =>
  message === 'Invalid or missing API key' || words(message) === words(String(code))
const words = (text: string): string => text.toLowerCase().replace(/[^a-z]/g, '')

/** ` ("URI malformed")`. */
function messageOf(code: Json, json: Json | undefined): string {
  const message = at(json, 'error.message')
  return typeof message !== 'string' || message === '' || isKnown(message, code) ? '' : ` (${quoted(message, MESSAGE)})`
}

/** Names a character that is easily taken for a letter of ASCII, as the dotless i of Turkish: ` (ı is U+0131)`. */
export function oddCharacter(value: unknown): string {
  const found = typeof value === 'string' && /^\p{ASCII}*(?=(\p{Letter}))\P{ASCII}\p{ASCII}*$/u.exec(value)?.[1]
  return found ? ` (${found} is U+${found.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')})` : ''
}

/** Characters of a text, not only its units: half of a pair is none. */
function quoted(text: string, most: number): string {
  const beginning = [...text.slice(0, 2 * most)].slice(0, most).join('')
  return inert(JSON.stringify(beginning + (beginning.length < text.length ? '…' : '')))
}

/** Explains why a deployment cannot be tested: its first response is missing or not valid HTTP. */
export function unreachableReason(baseUrl: string, { kind, message }: Problem): string {
  const isReachable = kind === 'protocol' || kind === 'too-large'
  return `${baseUrl} ${isReachable ? 'returns no readable response' : 'cannot be reached'}: ${message}`
}
