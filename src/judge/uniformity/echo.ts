import type { Exchange, Response } from '../../core/exchange.ts'
import { display, type Secrets } from '../../core/secret-text.ts'

/** Stands for a piece of the credential that came back. Private use: no answer holds it by chance. */
export const ECHO = '\uE000'

/** Shortest piece of a key that counts as an echo, where nothing that could belong to it stands beside it. */
const SHORTEST = 4

/** Puts a mark for each piece of the credential that a text repeats, in any letter case. */
export type Unecho = (text: string) => string

/**
 * What was sent may come back: it differs from key to key without telling anything of it. Secrets of settings come back as
 * `****` already; what is left are key_ids, whole or masked to their first or last characters, and keys that were made up.
 */
export function unechoOf({ req }: Exchange, secrets: Secrets): Unecho {
  const sent = req.credential.headers.map(([, value]) => display(value, secrets).replace(/^\S+ +/, ''))
  const key = sent.join('\n')
  const unecho = UNECHOES.get(key) ?? unechoing(sent)
  if (UNECHOES.size < MOST_KNOWN) UNECHOES.set(key, unecho)
  return unecho
}

/**
 * The same for what was read of the body. To look for an echo takes long in one that is: where the whole holds none, no part of
 * it does, unless the part is written in another way.
 */
export function unechoBody(response: Response, unecho: Unecho): Unecho {
  if (response.bytes < LONG) return unecho
  if (!WITHOUT_ECHO.has(response)) {
    const { text } = response
    if (text === undefined || text.includes('\\') || unecho(text) !== text) return unecho
    WITHOUT_ECHO.add(response)
  }
  return (text) => text
}

/** Bytes. */
const LONG = 16 * 1024
const WITHOUT_ECHO = new WeakSet<Response>()

/** Few keys are sent, and each often. */
const UNECHOES = new Map<string, Unecho>()
const MOST_KNOWN = 200

function unechoing(sent: readonly string[]): Unecho {
  const pieces = [...new Set(sent.flatMap(piecesOf))].filter((piece) => piece.length >= SHORTEST)
  if (pieces.length === 0) return (text) => text
  pieces.sort((a, b) => b.length - a.length)
  const any = new RegExp(`(?<![0-9a-z])(?:${pieces.map(escapeRegExp).join('|')})(?![0-9a-z])`, 'gi')
  return (text) => text.replace(any, ECHO)
}

/** The key, its key_id and its secret, and the beginnings and ends of the last two. */
function piecesOf(key: string): string[] {
  const [, ...parts] = key.split('_')
  const open = parts.filter((part) => !part.includes('*'))
  return [key, key.trim(), ...open, ...open.filter((part) => part.length > 8).flatMap(ends)]
}

/** Short ones only with both digits and letters: years and words stand in answers anyway. */
function ends(part: string): string[] {
  const lengths = [4, 5, 6, 7, 8, 10, 12].filter((length) => length < part.length)
  const found = lengths.flatMap((length) => [part.slice(0, length), part.slice(-length)])
  return found.filter((end) => end.length >= 8 || (/\d/.test(end) && /[a-z]/i.test(end)))
}

const escapeRegExp = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/-]/g, '\\$&')
