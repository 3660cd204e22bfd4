import type { Exchange, Response } from '../../core/exchange.ts'
import { display, type Secrets } from '../../core/secret-text.ts'

/** Replaces an echoed piece of the credential. A private-use character. */
export const ECHO = '\uE000'

/** Minimum length in characters of an echo, delimited by other characters than letters and digits. */
const SHORTEST = 4

/** Replaces each echo of the credential in a text by a mark. Case-insensitive. */
export type MaskEchoes = (text: string) => string

/**
 * Creates the function that removes echoes of the request's credential, which differ between keys without leaking anything. The
 * client has already replaced supplied secrets by `****`; what remains are key_ids, whole or truncated, and generated keys.
 */
export function maskEchoesOf({ req }: Exchange, secrets: Secrets): MaskEchoes {
  const sent = req.credential.headers.map(([, value]) => display(value, secrets).replace(/^\S+ +/, ''))
  return unechoing(sent)
}

/**
 * As `unecho`, for parts of the body. Skips the search in the parts of a long body if the whole body contains neither an echo nor
 * an escape sequence.
 */
export function maskEchoesInBody(response: Response, unecho: MaskEchoes): MaskEchoes {
  if (response.bytes < LONG) return unecho
  if (!WITHOUT_ECHO.has(response)) {
    const { text } = response
    if (text === undefined || text.includes('\\') || unecho(text) !== text) return unecho
    WITHOUT_ECHO.add(response)
  }
  return (text) => text
}

/** Size of a long body in bytes. */
const LONG = 16 * 1024
const WITHOUT_ECHO = new WeakSet<Response>()

function unechoing(sent: readonly string[]): MaskEchoes {
  const pieces = [...new Set(sent.flatMap(piecesOf))].filter((piece) => piece.length >= SHORTEST)
  if (pieces.length === 0) return (text) => text
  pieces.sort((a, b) => b.length - a.length)
  const any = new RegExp(`(?<![0-9a-z])(?:${pieces.map(escapeRegExp).join('|')})(?![0-9a-z])`, 'gi')
  return (text) => text.replace(any, ECHO)
}

/** The key, its key_id and secret, and their prefixes and suffixes. */
function piecesOf(key: string): string[] {
  const [, ...parts] = key.split('_')
  const open = parts.filter((part) => !part.includes('*'))
  return [key, key.trim(), ...open, ...open.filter((part) => part.length > 8).flatMap(ends)]
}

/** Prefixes and suffixes. Short ones need both digits and letters, since years and words are common in responses. */
function ends(part: string): string[] {
  const lengths = [4, 5, 6, 7, 8, 10, 12].filter((length) => length < part.length)
  const found = lengths.flatMap((length) => [part.slice(0, length), part.slice(-length)])
  return found.filter((end) => end.length >= 8 || (/\d/.test(end) && /[a-z]/i.test(end)))
}

const escapeRegExp = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/-]/g, '\\$&')
