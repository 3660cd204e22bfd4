import type { Json } from '../core/json.ts'
import { isObject } from '../core/json-values.ts'

/** What the references call an id: its type is not shown, only that it ascends. */
export type Id = string | number | bigint

/** The id of a record; undefined where it has none that could ascend. */
export function idOf(record: Json | undefined): Id | undefined {
  const id = isObject(record) && Object.hasOwn(record, 'id') ? record.id : undefined
  return typeof id === 'string' || typeof id === 'number' || typeof id === 'bigint' ? id : undefined
}

/** The ids of all records, or undefined where one of them has none. */
export function idsOf(records: readonly Json[]): Id[] | undefined {
  const ids = records.map(idOf)
  return ids.every((id) => id !== undefined) ? ids : undefined
}

/** An id for people: numbers bare, strings quoted. */
export const showId = (id: Id | undefined): string =>
  typeof id === 'string' ? JSON.stringify(id) : String(id ?? 'no id')

/** Negative where the first stands before the second, 0 where they are the same. */
type Order = (one: Id, other: Id) => number

// Numbers and bigints compare exactly in JavaScript, also with one another; strings by their code units.
const plain: Order = (one, other) => (one < other ? -1 : one > other ? 1 : 0)
const digits: Order = (one, other) => plain(BigInt(one), BigInt(other))
const { compare } = new Intl.Collator('en', { numeric: true })
const natural: Order = (one, other) => compare(String(one), String(other))

/** Counters written in hexadecimal or base 36, without zeros before them. */
const byLength: Order = (one, other) => String(one).length - String(other).length || plain(one, other)

const isDigits = (id: Id): boolean => typeof id === 'string' && /^\d+$/.test(id)

/** The orders that may be meant by "ascending" for such ids; none where types are mixed. */
function ordersOf(ids: readonly Id[]): readonly Order[] {
  if (ids.every((id) => typeof id !== 'string')) return [plain]
  if (ids.every(isDigits)) return [digits]
  // Opaque strings sort by their code units; "user-9" before "user-10", or "b" before "C", is ascending to its server.
  return ids.every((id) => typeof id === 'string') ? [plain, natural, byLength] : []
}

export type Ascent = 'ascends' | 'mixed' | { readonly descentAt: number }

/** Whether ids ascend strictly, or the first place at which one does not stand after the one before it. */
export function ascent(ids: readonly Id[]): Ascent {
  const orders = ordersOf(ids)
  if (orders.length === 0) return 'mixed'
  const descents = orders.map((order) => descentBy(order, ids))
  if (descents.includes(-1)) return 'ascends'
  return { descentAt: Math.max(...descents) }
}

const descentBy = (order: Order, ids: readonly Id[]): number =>
  ids.findIndex((id, i) => i > 0 && order(ids[i - 1]!, id) >= 0)

/** How two ids compare in a list with these ids, by every order in which they ascend; undefined where there is none, or they disagree. */
export function compareAmong(ids: readonly Id[], one: Id, other: Id): number | undefined {
  return placeAmong(ids, one, [other])[0]
}

/** The same of one id and each of several others. */
export function placeAmong(ids: readonly Id[], one: Id, others: readonly Id[]): (number | undefined)[] {
  const fitting = ordersOf([...ids, one, ...others]).filter((order) => descentBy(order, ids) === -1)
  return others.map((other) => {
    const [sign, ...further] = fitting.map((order) => Math.sign(order(one, other)))
    return further.every((also) => also === sign) ? sign : undefined
  })
}

/** 2^53 may come as a number from one answer (9007199254740992.0) and as a bigint from another. */
export const sameId = (one: Id | undefined, other: Id | undefined): boolean => {
  if (typeof one === 'string' || typeof other === 'string') return one === other
  return one !== undefined && other !== undefined && plain(one, other) === 0
}
