import { median } from '../../core/median.ts'
import { ABSENT, type Column, type Table } from './blocks.ts'

/** Number of positions of a random token to test: those with the least random characters. */
const PLACES = 3
const LONGEST_TOKEN = 128

/**
 * The columns, and columns derived from whole columns: patterns in values that look random in a single response. Always derives
 * the columns with a wanted name.
 */
export function derivedColumns(table: Table, wanted: readonly string[]): Column[] {
  return table.columns.flatMap((column) => {
    const aspect = aspectOf(column.name)
    if (aspect === 'counter') return [movements(column, table)]
    if (aspect === 'time') return [timeliness(column, table)]
    if (aspect === 'order') return [column, commonOrder(column)]
    if (aspect !== 'value') return [column]
    const own = wanted.filter((name) => carrierOf(name) === carrierOf(column.name)).map(aspectOf)
    const positions = own.flatMap((name) => (/^character (\d+)$/.exec(name) ? [Number(name.slice(10)) - 1] : []))
    if (!isVaried(column.values) && own.length === 0) return [column]
    return [
      column,
      likeness(column, table),
      ...charactersAt(positions.length > 0 ? positions : oddPlaces(column), column),
    ]
  })
}

/** Whether a column has too many distinct values to test them as categories. */
export const isVaried = (values: readonly string[]): boolean => new Set(values).size > values.length / 3

/** The order of the names present in every response; optional names would hide it. */
function commonOrder({ name, values }: Column): Column {
  const lists = values.map((value) => value.split(', '))
  const common = lists.reduce((all, list) => all.intersection(new Set(list)), new Set(lists[0]))
  const kept = lists.map((list) => list.filter((item) => common.has(item)).join(', '))
  return { name: nameOf(carrierOf(name), 'common order'), values: kept }
}

/** Whether a value differs from the most common one of its block: a time or a path is the same for a whole block. */
function likeness({ name, values }: Column, { blockOf }: Table): Column {
  const counts = new Map<string, number>()
  const key = (i: number) => `${blockOf[i]} ${values[i]}`
  for (const i of values.keys()) counts.set(key(i), (counts.get(key(i)) ?? 0) + 1)
  const most = new Map<number, number>()
  for (const i of values.keys()) most.set(blockOf[i]!, Math.max(most.get(blockOf[i]!) ?? 0, counts.get(key(i))!))
  const odd = values.map((_, i) => (counts.get(key(i)) === most.get(blockOf[i]!) ? 'as others' : 'unlike others'))
  return { name: nameOf(carrierOf(name), 'likeness'), values: odd }
}

/** Positions with the least random characters, where a token may contain a mark. */
function oddPlaces({ values }: Column): number[] {
  const length = values.find((value) => value !== ABSENT)!.length
  if (length > LONGEST_TOKEN || values.some((value) => value !== ABSENT && value.length !== length)) return []
  const places = Array.from({ length }, (_, place) => ({ place, commonest: commonestAt(values, place) }))
  const uneven = places.filter(({ commonest }) => commonest < values.length).sort((a, b) => b.commonest - a.commonest)
  return uneven.slice(0, PLACES).map(({ place }) => place)
}

const charactersAt = (places: readonly number[], { name, values }: Column): Column[] =>
  places.map((place) => ({
    name: nameOf(carrierOf(name), `character ${place + 1}`),
    values: values.map((value) => (value === ABSENT ? ABSENT : (value[place] ?? ''))),
  }))

function commonestAt(values: readonly string[], place: number): number {
  const counts = new Map<string, number>()
  for (const value of values) if (value !== ABSENT) counts.set(value[place]!, (counts.get(value[place]!) ?? 0) + 1)
  return Math.max(...counts.values())
}

/**
 * Whether a counter changed since the previous response to the class. The value of a counter per credential depends on earlier
 * requests and is no leak, but a counter that never changes for unknown keys is.
 */
function movements({ name, values }: Column, { cells, blockOf, blocks }: Table): Column {
  const last = new Map<string, string>()
  const moved = values.map((value, i) => {
    const key = `${cells[i]!.label} ${blocks[blockOf[i]!]!.place}`
    const before = last.get(key)
    last.set(key, value)
    return before === undefined ? undefined : before === value ? 'does not change' : 'changes'
  })
  return { name: nameOf(carrierOf(name), 'movement'), values: asTheirBlock(moved, blockOf) }
}

/**
 * Fills in the first response to a class, which has no predecessor, with the most common value of its block: a class that is
 * missing from some blocks has its first response later than the others.
 */
function asTheirBlock(moved: readonly (string | undefined)[], blockOf: ArrayLike<number>): string[] {
  const known = Map.groupBy(moved.keys(), (i) => blockOf[i]!)
  return moved.map((value, i) => {
    if (value !== undefined) return value
    const others = known.get(blockOf[i]!)!.flatMap((k) => moved[k] ?? [])
    const moving = others.filter((other) => other === 'changes').length
    return others.length === 0 ? ABSENT : moving * 2 > others.length ? 'changes' : 'does not change'
  })
}

/** Milliseconds by which a time may differ from the usual: it is in whole seconds, and a request takes some. */
const SLACK = 2000

/**
 * Whether a time fits the moment of its response, as most do. Its value says when the request was sent: in a block that the clock's
 * next second divides, it would be a feature that varies by chance.
 */
function timeliness({ name, values }: Column, { cells }: Table): Column {
  const delays = values.map((value, i) => cells[i]!.exchange.sentAt - Date.parse(value))
  const usual = median(delays.filter((_, i) => values[i] !== ABSENT))
  const inWords = (delay: number, ms: number) =>
    Math.abs(delay - usual) <= SLACK + ms ? 'fits the response' : delay > usual ? 'is too early' : 'is too late'
  return {
    name,
    values: values.map((value, i) => (value === ABSENT ? ABSENT : inWords(delays[i]!, cells[i]!.exchange.ms))),
  }
}

/** What a feature belongs to: a header by its lower-case name, a JSON leaf by its path, or a part of the response. */
export interface Carrier {
  readonly kind: string
  /** Empty for a part of the response, which its kind identifies. */
  readonly name: string
}

/** One feature of a response. Its key joins kind, name and aspect by tabs; only the name may contain one. */
interface Feature {
  readonly carrier: Carrier
  readonly aspect: string
}

export const headerCarrier = (name: string): string => `header\t${name.toLowerCase()}`
export const leafCarrier = (path: string): string => `leaf\t${path}`

/** The key of a feature, from that of its carrier. */
export const nameOf = (carrier: string, aspect: string): string => `${carrier}\t${aspect}`

export const carrierOf = (key: string): string => key.slice(0, key.lastIndexOf('\t'))
export const aspectOf = (key: string): string => key.slice(key.lastIndexOf('\t') + 1)

/** The carrier that a key identifies. */
export function parseCarrier(key: string): Carrier {
  const at = key.indexOf('\t')
  return at < 0 ? { kind: key, name: '' } : { kind: key.slice(0, at), name: key.slice(at + 1) }
}

export const featureOf = (key: string): Feature => ({
  carrier: parseCarrier(carrierOf(key)),
  aspect: aspectOf(key),
})

const WHOLES: Readonly<Record<string, string>> = { header: 'headers', leaf: 'JSON fields' }

/** The carrier that summarizes all headers or all leaves, for one of them. */
export const wholeOf = (key: string): string => WHOLES[parseCarrier(key).kind] ?? key

/** Whether a header is a counter that a server may keep per credential, known or not. Limits and policies are not counters. */
export const isCounter = ({ kind, name }: Carrier): boolean =>
  kind === 'header' && /rate-?limit|quota|throttl|remaining/.test(name) && !/(limit|policy)$/.test(name)

/** Whether a header, or the body, is computed from the body, so that an echo in the body changes it. */
export const madeFromBody = ({ kind, name }: Carrier): boolean =>
  kind === 'header' && /^(etag|content-md5|digest|content-digest|repr-digest|content-length)$/.test(name)

export const isOfWholeBody = (carrier: Carrier): boolean => carrier.kind === 'body' || madeFromBody(carrier)
