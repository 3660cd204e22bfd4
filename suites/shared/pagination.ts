import type { Exchange } from '../../src/core/exchange.ts'
import type { Json } from '../../src/core/json.ts'
import { at, describe, isArray, isInteger, isObject } from '../../src/core/json-values.ts'
import { explained, type Violation, violation } from '../../src/core/rule.ts'
import { pageCount } from '../../src/judge/page-arithmetic.ts'
import { faultyBody } from '../../src/judge/response-summary.ts'

/** The documented fields of a page. */
export interface Envelope {
  /** `data and pagination` */
  readonly what: string
  /** Path of the array of records. */
  readonly records: string
  /** Paths of the integers. */
  readonly integers: readonly string[]
  /** The clause that fixes the type of each of them. */
  readonly clauses: Readonly<Record<string, string>>
  /** Whether a path is that of a documented field, which must not occur twice. */
  readonly isDocumented: (path: string) => boolean
}

/** The records and integers of a page; undefined unless it has the documented envelope. */
export function readEnvelope({ response }: Exchange, { records, integers }: Envelope) {
  const data = at(response?.json, records)
  const numbers = integers.map((path) => at(response?.json, path))
  if (!isArray(data) || !numbers.every(isInteger)) return undefined
  return { records: data, integers: numbers.map(BigInt) }
}

/** A page is a JSON object with an array of records and some integers, each once. */
export function envelopeViolation(x: Exchange, envelope: Envelope): Violation | undefined {
  const { what, records, integers, clauses, isDocumented } = envelope
  const { json, fault, duplicates } = x.response!
  if (fault !== undefined) return violation(`a JSON object with ${what}`, faultyBody(fault), x)
  const wrongType = (path: string, type: string): Violation => ({
    ...explained(
      violation(`${path} as ${type}`, `${fieldText(json, path)}${ofEmptyList(path)}`, x),
      ...meaningOf(path),
    ),
    ...(clauses[path] !== undefined && { clauses: [clauses[path]] }),
  })
  /** `, where total is 0`: what becomes null is the empty list. */
  const ofEmptyList = (path: string): string => {
    const total = integers.find((one) => /\btotal$/.test(one))
    const isNull = path === records && at(json, path) === null
    return isNull && total !== undefined && Number(at(json, total)) === 0 ? `, where ${total} is 0` : ''
  }
  const meaningOf = (path: string): [impact: string, ...causes: string[]] => {
    if (at(json, path) === undefined) {
      const [around] = path.split('.') as [string]
      const isLost = at(json, around) === undefined
      return [
        `A client that reads ${path} finds nothing.`,
        `${isLost ? around : path} was renamed, moved or left out`,
        ...(isLost && around !== path && at(json, records) !== undefined
          ? [`${around} is left out where one page holds all records`]
          : ['an error has a 2xx status']),
      ]
    }
    return path === records
      ? [
          `A client that iterates over ${path} fails.`,
          isObject(at(json, path))
            ? 'a filter left gaps in the array, whose keys were kept, or a map is serialised'
            : 'an empty list becomes null or text: an empty slice or collection that was never created, for example',
        ]
      : [
          `A client that computes with ${path} fails or gets wrong numbers.`,
          typeof at(json, path) === 'number'
            ? `${path} is a quotient that is not rounded`
            : isEchoed(path, x)
              ? `${path} is the text of the parameter, not the number that was read from it`
              : `${path} is serialised as a string or null`,
        ]
  }
  if (!isArray(at(json, records))) return wrongType(records, 'an array')
  const odd = integers.find((path) => !isInteger(at(json, path)))
  if (odd !== undefined) return wrongType(odd, 'an integer')
  const twice = duplicates.find(isDocumented)
  if (twice === undefined) return undefined
  const found = explained(
    violation(`one field ${twice}`, `${twice} twice: parsers disagree on it`, x),
    `A client gets one of the two values of ${twice}, depending on its JSON parser.`,
    'the JSON is written by hand, or by two serialisers: a placeholder and the value',
  )
  return {
    ...found,
    note: 'where other rules are tested meanwhile (`--rule`), they read the last of the two, as most parsers do',
  }
}

const isEchoed = (path: string, { req: { query = [] }, response }: Exchange): boolean =>
  query.some(([name, value]) => name === path.split('.').at(-1) && value === at(response!.json, path))

/** `total as the string "25"`, `no field total; the body has items, page`, `an array of 3 in place of an object with items`. */
export function fieldText(json: Json | undefined, path: string): string {
  const value = at(json, path)
  if (value !== undefined) return `${path} as ${describe(value)}`
  if (!isObject(json)) return `${describe(json ?? null)} in place of an object with ${path}`
  const around = path.includes('.') ? path.slice(0, path.lastIndexOf('.')) : undefined
  if (around !== undefined && at(json, around) === undefined) return fieldText(json, around)
  const parent = around === undefined ? json : at(json, around)
  const names = isObject(parent) ? Object.keys(parent).slice(0, MOST_NAMES) : []
  return `no field ${path}${names.length > 0 ? `; ${around ?? 'the body'} has ${names.join(', ')}` : ''}`
}

const MOST_NAMES = 8

/** What a page with too few records suggests, besides one without any: `, as if the list ended at item 125`. */
export const seemingEnd = (noun: string, offset: bigint, length: number, wanted: bigint): string =>
  length > 0 && BigInt(length) < wanted ? `, as if the list ended at ${noun} ${offset + BigInt(length)}` : ''

interface WrongPageCount extends Pick<Violation, 'impact' | 'causes'> {
  /** In words. */
  readonly expected: string
}

interface PageCount {
  readonly total: bigint
  readonly pages: bigint
  /** The page size that the message names, and others that are accepted since another rule judges the echo. */
  readonly sizes: readonly [bigint, ...bigint[]]
}

/** The number of pages that is wrong for every size; an empty list may have 0 pages or 1. */
export function wrongPageCount({ total, pages, sizes }: PageCount, sizeName: string): WrongPageCount | undefined {
  const fits = sizes.some((size) => size > 0n && pageCount(total, size) === pages)
  if (fits || (total === 0n && pages === 1n)) return undefined
  const [size] = sizes
  const expected = `${pageCount(total, size)} (total ${total} / ${sizeName} ${size}, rounded up)`
  return pages < pageCount(total, size)
    ? {
        expected,
        impact: 'A client that pages as far as this number stops early and misses records.',
        causes:
          pages === total / size
            ? ['it is rounded down, or to the nearest integer, instead of up']
            : [
                'the default size is used, or that of another page',
                'the number of pages, or of the records that are counted, is capped',
              ],
      }
    : {
        expected,
        impact: 'A client that pages as far as this number requests pages that do not exist.',
        causes:
          pages === total / size + 1n
            ? [`one page too many when ${sizeName} divides total`]
            : ['the default size, or an unfiltered total, is used'],
      }
}
