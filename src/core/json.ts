export type Json = null | boolean | number | bigint | string | readonly Json[] | { readonly [name: string]: Json }

interface Parsed {
  readonly json?: Json
  /** Why there is no `json`. Never quotes the text, which may hold a secret. */
  readonly fault?: string
  /** Paths of duplicate properties: `pagination.total`, `data[3].id`. */
  readonly duplicates: readonly string[]
}

/** Maximum nesting: far deeper than any documented body, and shallow enough for recursion. */
export const MAX_DEPTH = 500

type Reviver = (name: string, value: unknown, context: { readonly source?: string }) => unknown

// TypeScript 7.0 has no types for these parts of ES2026.
const { parse, rawJSON } = JSON as unknown as {
  parse(text: string, reviver?: Reviver): Json
  rawJSON(text: string): unknown
}

/** Parses JSON strictly and without loss: integers beyond 2^53 become bigint. Never throws. */
export function parseJson(text: string): Parsed {
  if (text.startsWith('\uFEFF')) return { fault: 'not JSON: it begins with a byte order mark', duplicates: [] }
  try {
    const duplicates = duplicateKeys(text)
    return { json: mayLoseDigits(text) ? parse(text, lossless) : parse(text), duplicates }
  } catch (error) {
    return { fault: faultOf(error as Error), duplicates: [] }
  }
}

/** Detects integers that may lose digits: only they justify a reviver, which makes parsing seven times slower. */
const mayLoseDigits = (text: string): boolean => /\d{16}/.test(text)

/** Longer integers take seconds to convert; they stay Infinity. No documented integer comes close. */
const LONG_INTEGER = /^-?\d{1,1000}$/

const lossless: Reviver = (_name, value, { source = '' }) =>
  typeof value === 'number' && !Number.isSafeInteger(value) && LONG_INTEGER.test(source) ? BigInt(source) : value

class TooDeep extends Error {}

/** An object or array that is being scanned. */
interface Open {
  readonly parent?: Open
  /** Names found so far; undefined for an array. */
  readonly names?: Set<string>
  /** Current property name or index. */
  at: string | number
  isNameNext: boolean
}

/** Maximum number of reported duplicates. */
const MAX_DUPLICATES = 100

/**
 * Paths of duplicate properties; escaped spellings of a name are equal to the plain one. Throws `TooDeep`, before a parser takes
 * megabytes for 100,000 levels. Of a text that is not JSON the result means nothing.
 */
function duplicateKeys(text: string): string[] {
  const found = new Set<string>()
  const stack: Open[] = []
  const open = (more: Pick<Open, 'names' | 'at' | 'isNameNext'>) => {
    if (stack.push({ parent: stack.at(-1), ...more }) > MAX_DEPTH) throw new TooDeep()
  }
  for (let i = 0; i < text.length; i++) {
    const c = text[i]
    const top = stack.at(-1)
    if (c === '"') {
      const end = endOfString(text, i)
      if (top?.isNameNext && !addName(top, text.slice(i, end + 1)) && found.size < MAX_DUPLICATES)
        found.add(pathOf(top))
      i = end
    } else if (c === '{') open({ names: new Set(), at: '', isNameNext: true })
    else if (c === '[') open({ at: 0, isNameNext: false })
    else if (c === '}' || c === ']') stack.pop()
    else if (c === ',' && top?.names) top.isNameNext = true
    else if (c === ',' && top) top.at = (top.at as number) + 1
  }
  return [...found]
}

/** Index of the closing quote of the string that begins at `start`. */
function endOfString(text: string, start: number): number {
  for (let at = text.indexOf('"', start + 1); at >= 0; at = text.indexOf('"', at + 1)) {
    let before = at - 1
    while (text[before] === '\\') before--
    // An even number of backslashes escapes only themselves, not the quote.
    if ((at - before) % 2 === 1) return at
  }
  return text.length
}

/** Records a property name; returns false for a duplicate. */
function addName(object: Open, quoted: string): boolean {
  const name = quoted.includes('\\') ? unescaped(quoted) : quoted.slice(1, -1)
  object.at = name
  object.isNameNext = false
  const { size } = object.names!
  return object.names!.add(name).size > size
}

function unescaped(quoted: string): string {
  try {
    return JSON.parse(quoted)
  } catch {
    // The parser of the whole text says why it is not JSON.
    return quoted
  }
}

function pathOf({ parent, at }: Open): string {
  const path = parent ? pathOf(parent) : ''
  if (typeof at === 'number') return `${path}[${at}]`
  if (!/^[\w-]+$/.test(at)) return `${path}[${JSON.stringify(at)}]`
  return path ? `${path}.${at}` : at
}

function faultOf(error: Error): string {
  if (error instanceof TooDeep) return `nested deeper than ${MAX_DEPTH} levels`
  const message = error.message.replace(/, ".*$/s, '')
  return /^[A-Z]/.test(message) ? `not JSON: ${message}` : 'not JSON'
}

/** Serializes JSON, the inverse of `parseJson`: bigints keep all digits. */
export function writeJson(json: Json, indent?: number): string {
  return JSON.stringify(json, (_name, value) => writable(value), indent)
}

/** Serializes a value with sorted property names. */
export function canonical(json: Json): string {
  if (typeof json !== 'object' || json === null) return JSON.stringify(writable(json))
  if (Array.isArray(json)) return `[${json.map(canonical).join(',')}]`
  const object = json as { readonly [name: string]: Json }
  const members = Object.keys(object).sort()
  return `{${members.map((name) => `${JSON.stringify(name)}:${canonical(object[name]!)}`).join(',')}}`
}

/** Whether both values have the same canonical text. Most pairs are plain values, which need none. */
export const isSame = (one: Json, other: Json): boolean =>
  one === other || ((hasForms(one) || hasForms(other)) && canonical(one) === canonical(other))

/** Whether the same text may be of different values: a bigint and `1e20`, or two objects. */
const hasForms = (json: Json): boolean => typeof json === 'object' || typeof json === 'bigint'

/** `1e400` is valid JSON and parses to Infinity. */
function writable(value: unknown): unknown {
  if (typeof value === 'bigint') return rawJSON(String(value))
  if (value === Infinity || value === -Infinity) return rawJSON(value > 0 ? '1e999' : '-1e999')
  return value
}
