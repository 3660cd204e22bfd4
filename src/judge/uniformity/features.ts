import type { Exchange, Response } from '../../core/exchange.ts'
import type { Secrets } from '../../core/secret-text.ts'
import { ABSENT, type Block, hasKeyId, onlyAnswers, type Table } from './blocks.ts'
import {
  type Carrier,
  carrierOf,
  derivedColumns,
  headerCarrier,
  isCounter,
  leafCarrier,
  madeFromBody,
  nameOf,
  parseCarrier,
  wholeOf,
} from './derived-columns.ts'
import { alphabet, type Leaf, leavesOf, numbers, outline, shape } from './leaves.ts'
import { ECHO, type MaskEchoes, maskEchoesInBody } from './mask-echoes.ts'
import { memoizeIdentical } from './memoize-identical.ts'
import { digest, shorten } from './shorten.ts'

/** Features of one response by the key of the feature; see `derived-columns.ts`. */
type Features = ReadonlyMap<string, string>

/** Carriers (headers, JSON leaves, the body) that echo the credential or depend on an echo, and counters. */
export function ofTheCredential({ response }: Exchange, unecho: MaskEchoes): string[] {
  if (!response) return []
  const headers = response.headers.map(([name, value]) => ({ carrier: headerCarrier(name), text: value }))
  const leaves = leavesIn(response).map(({ path, text }) => ({ carrier: leafCarrier(path), text }))
  const ofBody = maskEchoesInBody(response, unecho)
  const found = [...headers.filter(bound(unecho)), ...leaves.filter(bound(ofBody))]
  const carriers = found.map(({ carrier }) => carrier)
  if (response.text === undefined || !ofBody(response.text).includes(ECHO)) return carriers
  return [
    ...carriers,
    'body',
    ...headers.map(({ carrier }) => carrier).filter((key) => madeFromBody(parseCarrier(key))),
  ]
}

const bound =
  (unecho: MaskEchoes) =>
  ({ carrier, text }: { readonly carrier: string; readonly text: string }) =>
    isCounter(parseCarrier(carrier)) || unecho(text).includes(ECHO)

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
  const isExcluded = (name: string) =>
    without.has(headerCarrier(name)) && !madeFromBody({ kind: 'header', name: name.toLowerCase() })
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
    if (without.has(carrier)) continue
    addText(found, { kind: 'header', name }, carrier, unecho(own.map(([, value]) => value).join('\n')))
  }
}

function addLeaves(
  found: Map<string, string>,
  response: Response,
  unecho: MaskEchoes,
  without: ReadonlySet<string>,
): void {
  const leaves = leavesIn(response).filter(({ path }) => !without.has(leafCarrier(path)))
  if (leaves.length > 0) found.set(nameOf('JSON fields', 'order'), leaves.map(({ path }) => path).join(', '))
  for (const { path, kind, text } of leaves) {
    found.set(nameOf(leafCarrier(path), 'type'), kind)
    addText(found, { kind: 'leaf', name: path }, leafCarrier(path), unecho(text))
  }
}

/** Maximum number of characters for the slow features; the digest and the value cover the rest. */
const MOST_FORMED = 64 * 1024

const HTTP_DATE = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/

/** Adds all features of the text of a header or leaf. */
function addText(found: Map<string, string>, of: Carrier, carrier: string, text: string): void {
  found.set(nameOf(carrier, 'presence'), 'there')
  if (isCounter(of)) {
    found.set(nameOf(carrier, 'outline'), shorten(outline(text)))
    found.set(nameOf(carrier, 'counter'), shorten(text))
    return
  }
  if (of.kind === 'header' && HTTP_DATE.test(text)) {
    found.set(nameOf(carrier, 'time'), text)
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

const leavesIn = ({ json }: Response): readonly Leaf[] => (json === undefined ? [] : leavesOf(json))

function framing(names: readonly string[]): string {
  const kinds = ['transfer-encoding', 'content-length'].filter((name) => names.includes(name))
  return kinds.join(' and ') || 'neither content-length nor transfer-encoding'
}

const closes = (response: Response): boolean =>
  response.headers.some(([name, value]) => name.toLowerCase() === 'connection' && /\bclose\b/i.test(value))

/** Minimum number of echoes: a random token may contain an echo by chance. */
const FEWEST_ECHOES = 3

/** Carriers that depend on the sent credential, even if the server does not know the key. */
export type Bound = ReadonlySet<string>

/**
 * The tables to test. The first compares all classes, without the carriers that depend on the sent credential. The second, if
 * there are such carriers (echoes and counters), compares only classes with a key_id: a response without an echo to a request
 * without a key_id is no leak.
 */
export function featureTables(
  blocks: readonly Block[],
  secrets: Secrets,
  bound: Bound,
  wanted: readonly string[] = [],
): Table[] {
  const all = tableOf(blocks, secrets, bound, wanted)
  if (bound.size === 0) return [all]
  const fromEchoes = new Set([...bound].filter((carrier) => madeFromBody(parseCarrier(carrier))))
  const keyed = tableOf(onlyAnswers(blocks, hasKeyId), secrets, fromEchoes, wanted)
  const affected = new Set([...bound].flatMap((carrier) => [carrier, wholeOf(carrier)]))
  const columns = keyed.columns.filter(({ name }) => affected.has(carrierOf(name)))
  return [all, { ...keyed, columns }]
}

export function boundCarriers(blocks: readonly Block[], secrets: Secrets): Bound {
  const counts = new Map<string, number>()
  const carriersOf = memoizeIdentical(secrets, (x, unecho) => new Set(ofTheCredential(x, unecho)))
  for (const { exchange } of blocks.flatMap(({ answers }) => answers))
    for (const carrier of carriersOf(exchange)) counts.set(carrier, (counts.get(carrier) ?? 0) + 1)
  return new Set([...counts].filter(([, count]) => count >= FEWEST_ECHOES).map(([carrier]) => carrier))
}

function tableOf(blocks: readonly Block[], secrets: Secrets, without: Bound, wanted: readonly string[]): Table {
  const cells = blocks.flatMap(({ answers }) => answers)
  const blockOf = Int32Array.from(blocks.flatMap(({ answers }, i) => answers.map(() => i)))
  const features = memoizeIdentical(secrets, (x, unecho) => featuresOf(x, unecho, without))
  const rows = cells.map(({ exchange }) => features(exchange))
  const names = new Set(rows.flatMap((row) => [...row.keys()]))
  const columns = [...names].map((name) => ({ name, values: rows.map((row) => row.get(name) ?? ABSENT) }))
  const table = { cells, blockOf, blocks, columns }
  const varied = derivedColumns(table, wanted).filter(({ values }) => values.some((value) => value !== values[0]))
  return { ...table, columns: varied }
}
