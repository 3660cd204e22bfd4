import type { Exchange, Response } from '../../core/exchange.ts'
import { type Leaf, leavesOf } from './leaves.ts'
import { ECHO, type MaskEchoes, maskEchoesInBody } from './mask-echoes.ts'
import { digest, shorten } from './shorten.ts'
import { alphabet, numbers, outline, shape } from './text-shape.ts'

/** Features of one response by name; a name is `carrier` and `aspect`, separated by a tab. */
export type Features = ReadonlyMap<string, string>

/** Interned names: reusing the same string speeds up map lookups. */
const NAMES = new Map<string, Map<string, string>>()
/** Maximum number of interned carriers, since a server may send new names with each response. */
const MOST_NAMES = 10_000

export const nameOf = (carrier: string, aspect: string): string => {
  if (NAMES.size > MOST_NAMES) NAMES.clear()
  const ofCarrier = NAMES.get(carrier) ?? new Map<string, string>()
  if (ofCarrier.size === 0) NAMES.set(carrier, ofCarrier)
  const name = ofCarrier.get(aspect) ?? `${carrier}\t${aspect}`
  if (!ofCarrier.has(aspect)) ofCarrier.set(aspect, name)
  return name
}
export const carrierOf = (name: string): string => name.slice(0, name.indexOf('\t'))
export const aspectOf = (name: string): string => name.slice(name.indexOf('\t') + 1)

/** The carrier that summarizes all headers or all leaves, for one of them. */
export const wholeOf = (carrier: string): string =>
  carrier.startsWith('header ') ? 'headers' : carrier.startsWith('leaf ') ? 'JSON members' : carrier

/** Whether a carrier is a counter that a server may keep per credential, known or not. Limits and policies are not counters. */
export const isCounter = (carrier: string): boolean =>
  /^header .*(rate-?limit|quota|throttl|remaining)/.test(carrier) && !/(limit|policy)$/.test(carrier)

/** Headers computed from the body: an echo of the key_id in the body changes them. */
const OF_THE_BODY = /^(etag|content-md5|digest|content-digest|repr-digest|content-length)$/

/** Carriers (headers, JSON leaves, the body) that echo the credential or depend on an echo, and counters. */
export function ofTheCredential({ response }: Exchange, unecho: MaskEchoes): string[] {
  if (!response) return []
  const headers = response.headers.map(([name, value]) => ({ carrier: headerCarrier(name), text: value }))
  const leaves = leavesIn(response).map(({ path, text }) => ({ carrier: leafCarrier(path), text }))
  const ofBody = maskEchoesInBody(response, unecho)
  const found = [...headers.filter(bound(unecho)), ...leaves.filter(bound(ofBody))]
  const carriers = found.map(({ carrier }) => carrier)
  if (response.text === undefined || !ofBody(response.text).includes(ECHO)) return carriers
  return [...carriers, 'body', ...headers.map(({ carrier }) => carrier).filter(madeFromBody)]
}

const bound =
  (unecho: MaskEchoes) =>
  ({ carrier, text }: { readonly carrier: string; readonly text: string }) =>
    isCounter(carrier) || unecho(text).includes(ECHO)

/** All features of a response except those of the given carriers. */
export function featuresOf({ response }: Exchange, unecho: MaskEchoes, without: ReadonlySet<string>): Features {
  const found = new Map<string, string>()
  if (!response) return found
  found.set(nameOf('status', 'value'), String(response.status))
  found.set(nameOf('reason phrase', 'value'), shorten(response.reason))
  addHeaders(found, response, unecho, without)
  const ofBody = maskEchoesInBody(response, unecho)
  addLeaves(found, response, ofBody, without)
  if (!without.has('body')) addBody(found, response, ofBody)
  return found
}

function addHeaders(
  found: Map<string, string>,
  response: Response,
  unecho: MaskEchoes,
  without: ReadonlySet<string>,
): void {
  // The value of a header computed from an echo carries no information, but its name and position do.
  const isExcluded = (name: string) => without.has(headerCarrier(name)) && !madeFromBody(headerCarrier(name))
  const kept = response.headers.filter(([name]) => !isExcluded(name))
  const names = kept.map(([name]) => name)
  const lower = names.map((name) => name.toLowerCase())
  // Both framing headers count as one name in the order.
  const places = lower.map((name) => name.replace(/^(content-length|transfer-encoding)$/, 'framing'))
  found.set(nameOf('headers', 'order'), places.join(', '))
  found.set(nameOf('framing', 'value'), framing(lower))
  found.set(nameOf('connection', 'value'), closes(response) ? 'closed' : 'kept open')
  for (const name of new Set(lower)) {
    const own = kept.filter(([n]) => n.toLowerCase() === name)
    const carrier = headerCarrier(name)
    found.set(nameOf(carrier, 'presence'), 'there')
    found.set(nameOf(carrier, 'number of times'), String(own.length))
    found.set(nameOf(carrier, 'letter case'), own.map(([n]) => n).join(', '))
    if (!without.has(carrier)) addText(found, carrier, unecho(own.map(([, value]) => value).join('\n')))
  }
}

function addLeaves(
  found: Map<string, string>,
  response: Response,
  unecho: MaskEchoes,
  without: ReadonlySet<string>,
): void {
  const leaves = leavesIn(response).filter(({ path }) => !without.has(leafCarrier(path)))
  if (leaves.length > 0) found.set(nameOf('JSON members', 'order'), leaves.map(({ path }) => path).join(', '))
  for (const { path, kind, text } of leaves) {
    found.set(nameOf(leafCarrier(path), 'type'), kind)
    addText(found, leafCarrier(path), unecho(text))
  }
}

/** Maximum number of characters for the slow features; the digest and the value cover the rest. */
const MOST_FORMED = 64 * 1024

/** Adds all features of the text of a header or leaf. */
function addText(found: Map<string, string>, carrier: string, text: string): void {
  found.set(nameOf(carrier, 'presence'), 'there')
  if (isCounter(carrier)) {
    found.set(nameOf(carrier, 'outline'), shorten(outline(text)))
    found.set(nameOf(carrier, 'counter'), shorten(text))
    return
  }
  found.set(nameOf(carrier, 'value'), shorten(text))
  addForm(found, carrier, text)
}

function addForm(found: Map<string, string>, carrier: string, text: string): void {
  const head = text.slice(0, MOST_FORMED)
  addOutlines(found, carrier, head)
  found.set(nameOf(carrier, 'alphabet'), alphabet(text))
  found.set(nameOf(carrier, 'length'), String(text.length))
  if (text.includes(ECHO)) found.set(nameOf(carrier, 'echo'), 'of the key sent')
  numbers(head).forEach((number, i) => {
    found.set(nameOf(carrier, `number ${i + 1}`), String(number))
  })
}

function addOutlines(found: Map<string, string>, carrier: string, head: string): void {
  found.set(nameOf(carrier, 'outline'), shorten(outline(head)))
  found.set(nameOf(carrier, 'shape'), shorten(shape(head)))
}

function addBody(found: Map<string, string>, response: Response, unecho: MaskEchoes): void {
  const text = response.text === undefined ? undefined : unecho(response.text)
  found.set(nameOf('body', 'fault'), response.fault ?? 'JSON')
  found.set(nameOf('body', 'bytes'), String(text?.includes(ECHO) ? text.length : response.bytes))
  found.set(nameOf('body', 'duplicates'), shorten(response.duplicates.join(', ')))
  if (text === undefined) return
  found.set(nameOf('body', 'digest'), digest(text))
  addOutlines(found, 'body', text.slice(0, MOST_FORMED))
}

/** Whether a header is computed from the body, so that an echo in the body changes it. */
export const madeFromBody = (carrier: string): boolean => OF_THE_BODY.test(carrier.replace(/^header /, ''))

export const headerCarrier = (name: string): string => `header ${name.toLowerCase()}`
const leafCarrier = (path: string): string => `leaf ${path}`

/** Cache: responses are processed several times. */
const cachedLeaves = new WeakMap<Response, readonly Leaf[]>()
/** Maximum number of characters of cached leaves. */
const MOST_KEPT = 16 * 1024

function leavesIn(response: Response): readonly Leaf[] {
  const cached = cachedLeaves.get(response)
  if (cached) return cached
  const leaves = response.json === undefined ? [] : leavesOf(response.json)
  if (leaves.reduce((sum, { text }) => sum + text.length, 0) <= MOST_KEPT) cachedLeaves.set(response, leaves)
  return leaves
}

function framing(names: readonly string[]): string {
  const kinds = ['transfer-encoding', 'content-length'].filter((name) => names.includes(name))
  return kinds.join(' and ') || 'neither content-length nor transfer-encoding'
}

const closes = (response: Response): boolean =>
  response.headers.some(([name, value]) => name.toLowerCase() === 'connection' && /\bclose\b/i.test(value))
