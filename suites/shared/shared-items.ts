import { canonical, isSame, type Json } from '../../src/core/json.ts'
import { at, isInteger, isObject } from '../../src/core/json-values.ts'

/** Shorter values (ids that are counted up in each company, names that a template gave) may be the same by chance; timestamps may not. */
const TELLING = 20
/** Several say more than one, but not if each says next to nothing: two companies may begin with the same untitled things. */
const TOGETHER = 12

/**
 * The ids (or nothing, where items have none) of those items of one company that another company was shown. Ids may be unique in
 * one company only, so an id alone says nothing unless it is long: the fields that do not change between responses
 * have to be the same, and to say enough, in one item or in several together.
 */
export function shared(mine: readonly (readonly Json[])[], theirs: readonly Json[]): (string | undefined)[] {
  const [now = [], later = now] = mine
  const found = now.flatMap((item) => {
    const stable = stableMembers(
      item,
      later.find((other) => idOf(other) !== undefined && idOf(other) === idOf(item)),
    )
    const same = theirs.find((other) => haveSame(item, other, stable))
    return same === undefined ? [] : [{ id: idOf(item), weight: most(stable.map((name) => weight(item, name))) }]
  })
  const together = found.reduce((sum, { weight }) => sum + weight, 0)
  const sure = (found.length > 1 && together >= TOGETHER) || found.some(({ weight }) => weight >= TELLING)
  return sure ? found.map(({ id }) => id) : []
}

/** The id of an item as text, where it has one. */
export function idOf(item: Json): string | undefined {
  const id = at(item, 'id')
  return typeof id === 'string' || isInteger(id) ? String(id) : undefined
}

/** There may be more of them than a function takes arguments. */
const most = (numbers: readonly number[]): number => numbers.reduce((one, other) => Math.max(one, other))

/** Names of the fields that are the same in another response with this item; all of them without one. */
function stableMembers(item: Json, again: Json | undefined): string[] {
  if (!isObject(item)) return []
  const names = Object.keys(item)
  return isObject(again)
    ? names.filter((name) => Object.hasOwn(again, name) && isSame(item[name]!, again[name]!))
    : names
}

const haveSame = (item: Json, other: Json, stable: readonly string[]): boolean =>
  stable.length > 0 &&
  isObject(item) &&
  isObject(other) &&
  stable.every((name) => Object.hasOwn(other, name) && isSame(item[name]!, other[name]!))

const text = (item: Json, name: string): string => canonical((item as { [name: string]: Json })[name] ?? null)

/** How much a field identifies an item: the length of a value that has digits. A short id alone may be counted up in each company. */
function weight(item: Json, name: string): number {
  if (name === 'id' && Object.keys(item as object).length === 1 && text(item, name).length < TELLING) return 0
  const value = text(item, name).replaceAll('"', '')
  return /\d/.test(value) ? value.length : 0
}
