import { isSame, type Json } from '../../../src/core/json.ts'
import { type JsonObject, own } from '../../../src/core/json-values.ts'
import type { OrderColumn } from '../../../src/core/target.ts'

/**
 * Compares two rows by an ORDER BY: negative if the first comes first, positive if it must not. Undefined if that depends
 * on the database: nulls, values of different types, and texts that collations order in different ways.
 */
export function compareByOrder(
  one: JsonObject,
  other: JsonObject,
  orderBy: readonly OrderColumn[],
): number | undefined {
  for (const { column, descending } of orderBy) {
    const order = compareValues(own(one, column), own(other, column))
    if (order === undefined) return undefined
    if (order !== 0) return descending ? -order : order
  }
  return 0
}

/** The first two neighbours that are in the wrong order, by the place of the second. */
export function firstOutOfOrder(rows: readonly JsonObject[], orderBy: readonly OrderColumn[]): number | undefined {
  for (let i = 1; i < rows.length; i++) if ((compareByOrder(rows[i - 1]!, rows[i]!, orderBy) ?? 0) > 0) return i
  return undefined
}

/** Whether the ORDER BY, where it is known, leaves the order of two rows open. */
export const isTied = (one: JsonObject, other: JsonObject, orderBy: readonly OrderColumn[] = []): boolean =>
  orderBy.length > 0 && orderBy.every(({ column }) => isSame(own(one, column) ?? null, own(other, column) ?? null))

function compareValues(one: Json | undefined, other: Json | undefined): number | undefined {
  if (isNumber(one) && isNumber(other)) {
    if (one !== other) return one < other ? -1 : 1
    // A rounded number may hide a difference, which then decides before the next column does.
    return typeof one === 'bigint' || Number.isSafeInteger(one) ? 0 : undefined
  }
  if (typeof one !== 'string' || typeof other !== 'string') return undefined
  if (one === other) return DATE.test(one) ? undefined : 0
  return compareTexts(one, other)
}

const isNumber = (value: Json | undefined): value is number | bigint =>
  typeof value === 'number' || typeof value === 'bigint'

const DATE = /^\d{4}-\d\d-\d\d/
/** Numbers as text, dates that do not begin with the year, and names of months and days. */
const READ_OTHERWISE =
  /^\s*[-+]|\d[./]\d{1,2}[./]|^\d{1,2}-\d|\b(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|mon|tue|wed|thu|fri|sat|sun)/i

/**
 * Compares texts whose first difference is in digits, as in timestamps and padded numbers: every collation orders these alike if
 * both have as many digits there. Words stay undecided, since an enumeration may have any order.
 */
function compareTexts(one: string, other: string): number | undefined {
  if (READ_OTHERWISE.test(one) || READ_OTHERWISE.test(other)) return undefined
  let at = 0
  while (at < one.length && one[at] === other[at]) at++
  const runs = [one, other].map((text) => digitsAround(text, at))
  if (runs[0] === '' || runs[0]!.length !== runs[1]!.length || !isDigit(one[at]) || !isDigit(other[at]))
    return undefined
  // Of two times in different zones the later one may have the smaller digits.
  if (DATE.test(one) && zoneOf(one) !== zoneOf(other)) return undefined
  return one[at]! < other[at]! ? -1 : 1
}

const isDigit = (character: string | undefined): boolean => character !== undefined && /\d/.test(character)
const zoneOf = (text: string): string => /T.*?(Z|[+-]\d\d(:?\d\d)?)?$/i.exec(text)?.[1] ?? ''

/** The digits that a place in a text is among. */
function digitsAround(text: string, at: number): string {
  let [from, to] = [at, at]
  while (isDigit(text[from - 1])) from--
  while (isDigit(text[to])) to++
  return text.slice(from, to)
}
