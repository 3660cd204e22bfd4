import { count } from '../../../src/core/count.ts'
import { KEY_ID_LENGTH, SECRET_LENGTH } from '../../../src/core/key-format.ts'
import { type Hostile, isToken, readable } from './hostile.ts'
/** A part of a key, by its name in the references. */
export type Part = 'prefix' | 'key_id' | 'secret'

export type Malformed =
  /** Any other text. */
  | { readonly text: string }
  /** Only these parts of the key, in this order. */
  | { readonly parts: readonly Part[] }
  /** A part truncated, or padded with zeros, at its start or end. */
  | { readonly part: 'key_id' | 'secret'; readonly length: number; readonly at: 'start' | 'end' }
  /** One character of a part replaced by one that is not hex. */
  | { readonly part: 'key_id' | 'secret'; readonly place: number; readonly character: string }
  /** Text between two characters of a part. */
  | { readonly part: 'key_id' | 'secret'; readonly place: number; readonly inserted: string }
  /** The second half of a part replaced by a wildcard of SQL. */
  | { readonly part: 'key_id' | 'secret'; readonly wildcard: '%' | '_' }
  | { readonly key_id: string }
  | { readonly separators: readonly [string, string] }
  | { readonly encoded: 'base64' }
  /** The key in a list, with this before and after it: whether the first or the last of several headers counts, it is not the key. */
  | { readonly between: string }
  /** Digits of the key_id replaced by letters that look like them. */
  | { readonly lookAlike: 'key_id' }
  /** Characters of the key_id in a form that Unicode normalization turns into them. */
  | { readonly compatible: 'key_id' }
  /** A character of the key_id with an accent or raised, as a collation or normalization takes it for the plain one. */
  | { readonly accented: 'key_id'; readonly as: 'latin1' | 'utf8' }
  | Hostile
  /** Any text in place of the secret, which shows whether the secret is needed at all. */
  | { readonly insteadOfSecret: string }
  /** The key, with this before and after it. */
  | { readonly before?: string; readonly after: string }

export const LENGTHS = { key_id: KEY_ID_LENGTH, secret: SECRET_LENGTH }
export const PARTS: readonly Part[] = ['prefix', 'key_id', 'secret']

export function note(d: Malformed): string {
  const length = lengthOf(d)
  if (length !== undefined && !('hostile' in d && isToken(d)))
    return `a text of ${count(length, 'character')} instead of the key`
  if ('text' in d) return d.text === '' ? 'an empty key' : `the text "${d.text}" instead of a key`
  if ('parts' in d) return ofParts(d.parts)
  if ('separators' in d) return `the parts of the key separated by ${d.separators.map(named).join(' and ')}`
  if ('encoded' in d) return 'the key in base64'
  if ('between' in d) return 'the key between two other texts, separated by commas'
  if ('compatible' in d) return 'the key_id in full-width characters'
  if ('accented' in d) return `the key_id with an accent or a raised digit, in ${d.as === 'utf8' ? 'UTF-8' : 'Latin-1'}`
  if ('lookAlike' in d) return 'letters for the digits of the key_id that look like them'
  if ('hostile' in d) return `${quoted(d.hostile)} instead of the ${d.instead_of} (${d.family})`
  if ('after' in d) return around(d)
  if ('insteadOfSecret' in d) return `${d.insteadOfSecret.length} times "${d.insteadOfSecret[0]}" instead of the secret`
  if ('key_id' in d) return `the key_id "${d.key_id}"`
  if ('wildcard' in d) return `the second half of the ${d.part} replaced by "${d.wildcard}"`
  if ('inserted' in d) return `${named(d.inserted)} inserted into the ${d.part} after character ${d.place}`
  if ('place' in d) return `character ${d.place + 1} of the ${d.part} replaced by ${named(d.character)}`
  const how = d.length < LENGTHS[d.part] ? 'truncated' : 'padded'
  return `the ${d.part} ${how} at its ${d.at} to ${count(d.length, 'character')}`
}

function ofParts(parts: readonly Part[]): string {
  const [missing, ...others] = PARTS.filter((part) => !parts.includes(part))
  if (parts.length === 0) return 'an empty key'
  if (parts.length === 1) return `the ${parts[0]} alone`
  if (missing === undefined) return `the parts of the key in the order ${parts.join(', ')}`
  const isInOrder = others.length === 0 && PARTS.filter((part) => parts.includes(part)).join() === parts.join()
  return `the key without its ${missing}${isInOrder ? '' : `, in the order ${parts.join(', ')}`}`
}

/** What accepts such a key; undefined for texts that have nothing to do with the key. */
export function causeOfAccepted(d: Malformed): string | undefined {
  if ('encoded' in d) return 'the key is decoded from Base64 before it is compared'
  if ('inserted' in d) return 'the key is cleaned of such characters before it is compared'
  if ('between' in d) return 'the header is split at its commas, and any of the values counts'
  if ('compatible' in d || 'accented' in d)
    return 'the key_id is normalised, or compared by a collation: characters that look alike are equal'
  if ('lookAlike' in d) return 'letters are taken for the digits that they look like'
  if ('wildcard' in d) return 'wildcards in the key reach the database'
  if ('after' in d) return 'the key is trimmed, or the pattern that it must match is not anchored at both ends'
  if ('parts' in d)
    return d.parts.length < PARTS.length
      ? d.parts.join() === 'key_id,secret'
        ? 'the prefix is not required'
        : 'a part of the key is enough'
      : 'the parts of the key are found by their form, not by their place'
  if ('separators' in d)
    return d.separators.some((text) => text.startsWith('%'))
      ? 'the key is percent-decoded, like a part of a URL'
      : 'the parts of the key may be separated by something else'
  if (!('length' in d)) return undefined
  return d.length > LENGTHS[d.part]
    ? `the ${d.part} is truncated before it is compared`
    : `only a part of the ${d.part} is compared`
}

/** Characters of a text that is too long for any key. */
export const LONG = 256
export const lengthOf = (d: Malformed): number | undefined => {
  const text = 'text' in d ? d.text : 'hostile' in d && d.instead_of === 'key' ? d.hostile : ''
  return text.length >= LONG ? text.length : undefined
}

/** Characters that are hard to read between quotes. */
const NAMES: Readonly<Record<string, string>> = {
  '\xe2\x80\x8b': 'a zero-width space (U+200B)',
  '\xe2\x81\xa0': 'a word joiner (U+2060)',
  ' ': 'a space (U+0020)',
  "'": `a single quote (')`,
  '"': 'a double quote (")',
  '\\': 'a backslash (\\)',
}
const named = (text: string): string => NAMES[text] ?? `"${readable(text)}"`

/** JSON would double a backslash, which is sent as it is. */
const quoted = (bytes: string): string => {
  const text = readable(bytes)
  return `"${text.length > 80 ? `${text.slice(0, 60)}…` : text}"`
}

function around({ before, after }: { before?: string; after: string }): string {
  if (before === '"' && after === '"') return 'the key in double quotes'
  const last = after && `followed by ${named(after)}`
  return ['the key', before && `after ${named(before)}`, last].filter(Boolean).join(' ')
}
