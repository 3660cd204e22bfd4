import type { Json } from '../core/json.ts'
import { isObject } from '../core/json-values.ts'

/** An id: the references do not show its type, only that it ascends. */
export type Id = string | number | bigint

/** The id of a record; undefined unless it is a string or a number. */
export function idOf(record: Json | undefined): Id | undefined {
  const id = isObject(record) && Object.hasOwn(record, 'id') ? record.id : undefined
  return typeof id === 'string' || typeof id === 'number' || typeof id === 'bigint' ? id : undefined
}

/** The ids of all records, or undefined if one has none. */
export function idsOf(records: readonly Json[]): Id[] | undefined {
  const ids = records.map(idOf)
  return ids.every((id) => id !== undefined) ? ids : undefined
}

/** Formats an id: numbers bare, strings quoted. */
export const showId = (id: Id | undefined): string =>
  typeof id === 'string' ? JSON.stringify(id) : String(id ?? 'no id')

/** Compares two ids: negative if the first sorts before the second, 0 if they are equal. */
type Order = (one: Id, other: Id) => number

// JavaScript compares numbers and bigints exactly, and strings by code units.
const plain: Order = (one, other) => (one < other ? -1 : one > other ? 1 : 0)
const digits: Order = (one, other) => plain(BigInt(one), BigInt(other))
const { compare } = new Intl.Collator('en', { numeric: true })
const natural: Order = (one, other) => compare(String(one), String(other))

/** For counters in hexadecimal or base 36 without leading zeros. */
const byLength: Order = (one, other) => String(one).length - String(other).length || plain(one, other)

const isDigits = (id: Id): boolean => typeof id === 'string' && /^\d+$/.test(id)

/** The possible meanings of "ascending" for these ids; none for mixed types. */
function ordersOf(ids: readonly Id[]): readonly Order[] {
  if (ids.every((id) => typeof id !== 'string')) return [plain]
  if (ids.every(isDigits)) return [digits]
  // Servers sort opaque strings by code units, but also "user-9" before "user-10" or "b" before "C".
  return ids.every((id) => typeof id === 'string') ? [plain, natural, byLength] : []
}

export type Ascent = 'ascends' | 'mixed' | { readonly descentAt: number }

/** Whether ids ascend strictly; otherwise the index of the first id that does not follow its predecessor. */
export function ascent(ids: readonly Id[]): Ascent {
  const orders = ordersOf(ids)
  if (orders.length === 0) return 'mixed'
  const descents = orders.map((order) => descentBy(order, ids))
  if (descents.includes(-1)) return 'ascends'
  return { descentAt: Math.max(...descents) }
}

const descentBy = (order: Order, ids: readonly Id[]): number =>
  ids.findIndex((id, i) => i > 0 && order(ids[i - 1]!, id) >= 0)

/**
 * Compares one id with others by every order in which the list's ids ascend. Undefined if the list ascends in none, or the orders
 * disagree.
 */
export function placeAmong(ids: readonly Id[], one: Id, others: readonly Id[]): (number | undefined)[] {
  const fitting = ordersOf([...ids, one, ...others]).filter((order) => descentBy(order, ids) === -1)
  return others.map((other) => {
    const [sign, ...signs] = fitting.map((order) => Math.sign(order(one, other)))
    return signs.every((another) => another === sign) ? sign : undefined
  })
}

/** Whether two ids are equal: 2^53 may be a number in one response (9007199254740992.0) and a bigint in another. */
export const sameId = (one: Id | undefined, other: Id | undefined): boolean => {
  if (typeof one === 'string' || typeof other === 'string') return one === other
  return one !== undefined && other !== undefined && plain(one, other) === 0
}
