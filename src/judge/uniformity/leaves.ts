import type { Json } from '../../core/json.ts'
import { shorten } from './shorten.ts'

/** A scalar value or an empty container, with its path: `error.code`, `details[0].field`. */
export interface Leaf {
  readonly path: string
  readonly kind: string
  readonly text: string
}

/** Maximum number of leaves; features of the whole body cover the rest. */
const MOST = 250

/** The leaves of a value in document order, including empty objects and lists. */
export function leavesOf(json: Json): Leaf[] {
  const found: Leaf[] = []
  for (const leaf of leavesAt(json, '')) if (found.push({ ...leaf, path: shorten(leaf.path) }) === MOST) break
  return found
}

function* leavesAt(json: Json, path: string): Generator<Leaf> {
  if (json === null || typeof json !== 'object') yield { path, kind: kindOf(json), text: String(json) }
  else if (isList(json)) {
    if (json.length === 0) yield { path, kind: 'list', text: '[]' }
    for (let i = 0; i < json.length; i++) yield* leavesAt(json[i]!, `${path}[${i}]`)
  } else {
    const names = Object.keys(json)
    if (names.length === 0) yield { path, kind: 'object', text: '{}' }
    for (const name of names) yield* leavesAt(json[name]!, path === '' ? name : `${path}.${name}`)
  }
}

const kindOf = (json: Json): string => (json === null ? 'null' : typeof json)

const isList = (json: Json): json is readonly Json[] => Array.isArray(json)

/** Maximum number of numbers in a text. */
const MOST_NUMBERS = 6

/** Replaces each run of letters and digits by its character class and length: `req-1f3c` becomes `a3-h4`. */
export const shape = (text: string): string => text.replace(/[0-9A-Za-z]+/g, (run) => classOf(run) + run.length)

/** Replaces each word, including tokens, by `w` and keeps the delimiters. */
export const outline = (text: string): string => text.replace(/[\w+/.-]+=*/g, 'w')

/** The character classes of a text as flags: distinguishes a decimal id from a hex id. */
export function alphabet(text: string): string {
  const kinds = [/[0-9]/, /[a-f]/, /[g-z]/, /[A-F]/, /[G-Z]/, /[^\x20-\x7e]/]
  return kinds.map((kind) => (kind.test(text) ? '1' : '0')).join('')
}

/** The delimited numbers of a text, without digits inside tokens or UUIDs. */
export const numbers = (text: string): number[] =>
  [...text.matchAll(/(?<![\w.-])\d+(?:\.\d+)?(?![\w-])/g)].slice(0, MOST_NUMBERS).map(Number)

/** Runs of four or more hex digits count as hex, so that a random token without letters has the same shape as others. */
function classOf(run: string): string {
  if (run.length >= 4 && !/[^0-9a-f]/.test(run)) return 'h'
  if (run.length >= 4 && !/[^0-9A-F]/.test(run)) return 'H'
  return PLAIN.find(([, others]) => !others.test(run))?.[0] ?? 'm'
}

/** Negated patterns: an anchored match over megabytes overflows the stack. */
const PLAIN = [
  ['9', /[^0-9]/],
  ['a', /[^a-z]/],
  ['A', /[^A-Z]/],
] as const
