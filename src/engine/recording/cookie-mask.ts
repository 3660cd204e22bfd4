import { createHmac, randomBytes } from 'node:crypto'
import type { SecretText } from '../../core/secret-text.ts'

type Header = readonly [name: string, value: SecretText]

/** Replaces the values of cookies that the target sets: they may identify a session. */
export interface CookieMask {
  set(headers: readonly (readonly [string, string])[]): (readonly [string, string])[]
  /** Replaces known values in `Cookie` headers of requests. */
  sent(headers: readonly Header[]): Header[]
}

/** Shorter values cannot be session ids and stay readable. */
const MIN_LENGTH = 8
const KINDS = [
  [/[0-9]/, '0123456789'],
  [/[a-z]/, 'abcdefghijklmnopqrstuvwxyz'],
  [/[A-Z]/, 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'],
] as const

/** Create a mask. Equal values get equal replacements of the same length and character classes, so comparisons of cookies still hold. */
export function createCookieMask(key: Buffer = randomBytes(32)): CookieMask {
  const masks = new Map<string, string>()
  const maskOf = (value: string): string => {
    const known = masks.get(value)
    if (known !== undefined) return known
    const isReadable = value.length < MIN_LENGTH || value.includes('****')
    const mask = isReadable ? value : pseudonymOf(value, key)
    masks.set(value, mask)
    return mask
  }
  const maskCookies = (text: string) => text.replace(/=([^;]*)/g, (_, value) => `=${masks.get(value) ?? value}`)
  const maskCookiesIn = (text: SecretText): SecretText =>
    typeof text === 'string'
      ? maskCookies(text)
      : text.map((piece) => (typeof piece === 'string' ? maskCookies(piece) : piece))
  return {
    set: (headers) =>
      headers.map(([name, value]) =>
        isNamed(name, 'set-cookie')
          ? [
              name,
              value.replace(/=\s*([^;]*)/, (pair, original) => pair.replace(original, () => maskOf(original.trim()))),
            ]
          : [name, value],
      ),
    sent: (headers) =>
      headers.map(([name, value]) => [name, isNamed(name, 'cookie') ? maskCookiesIn(value) : value] as const),
  }
}

const isNamed = (name: string, wanted: string): boolean => name.toLowerCase() === wanted

function pseudonymOf(value: string, key: Buffer): string {
  let bytes = Buffer.alloc(0)
  for (let i = 0; bytes.length < value.length; i++)
    bytes = Buffer.concat([bytes, createHmac('sha256', key).update(`${i} ${value}`).digest()])
  return [...value].map((c, i) => replacementFor(c, bytes[i % bytes.length]!)).join('')
}

function replacementFor(c: string, byte: number): string {
  const [, alphabet] = KINDS.find(([kind]) => kind.test(c)) ?? []
  return alphabet ? alphabet[byte % alphabet.length]! : c
}
