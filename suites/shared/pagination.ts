import type { Exchange } from '../../src/core/exchange.ts'
import { at, describe, isArray, isInteger } from '../../src/core/json-values.ts'
import { type Violation, violation } from '../../src/core/rule.ts'
import { pageCount } from '../../src/judge/page-arithmetic.ts'

/** The documented fields of a page. */
export interface Envelope {
  /** `data and pagination` */
  readonly what: string
  /** Path of the array of records. */
  readonly records: string
  /** Paths of the integers. */
  readonly integers: readonly string[]
  /** Whether a path is one of a documented member, which must not be there twice. */
  readonly isDocumented: (path: string) => boolean
}

/** The records and integers of a page; undefined unless it has the documented envelope. */
export function readEnvelope({ response }: Exchange, { records, integers }: Envelope) {
  const data = at(response?.json, records)
  const numbers = integers.map((path) => at(response?.json, path))
  if (!isArray(data) || !numbers.every(isInteger)) return undefined
  return { records: data, integers: numbers.map(BigInt) }
}

/** A page is a JSON object with an array of records and some integers, each once. `where` starts each message. */
export function envelopeViolation(x: Exchange, envelope: Envelope, where?: string): Violation | undefined {
  const { what, records, integers, isDocumented } = envelope
  const { json, fault, duplicates } = x.response!
  const wrong = (expected: string, actual: string) => violation(where ? `${where}: ${expected}` : expected, actual, x)
  if (fault !== undefined) return wrong(`a JSON object with ${what}`, `a body that is ${fault}`)
  if (!isArray(at(json, records))) return wrong(`${records} to be an array`, describe(at(json, records)))
  const odd = integers.find((path) => !isInteger(at(json, path)))
  if (odd !== undefined) return wrong(`${odd} to be an integer`, describe(at(json, odd)))
  const twice = duplicates.find(isDocumented)
  return twice === undefined ? undefined : wrong(`one member ${twice}`, 'two of that name: readers disagree')
}

interface PageCount {
  readonly total: bigint
  readonly pages: bigint
  /** The page size that the message names, and others that are accepted since another rule judges the echo. */
  readonly sizes: readonly [bigint, ...bigint[]]
}

/** The number of pages that is wrong for every size, in words; an empty list may have 0 pages or 1. */
export function wrongPageCount({ total, pages, sizes }: PageCount, sizeName: string): string | undefined {
  const fits = sizes.some((size) => size > 0n && pageCount(total, size) === pages)
  if (fits || (total === 0n && pages === 1n)) return undefined
  const [size] = sizes
  return `${pageCount(total, size)}, which is total ${total} / ${sizeName} ${size} rounded up`
}
