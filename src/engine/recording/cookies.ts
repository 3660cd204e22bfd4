import { createHmac, randomBytes } from 'node:crypto'
import type { SecretText } from '../../core/secret-text.ts'

type Header = readonly [name: string, value: SecretText]

/** Puts another value in place of each that the target set as a cookie: it may be a session. */
export interface CookieMask {
  set(headers: readonly (readonly [string, string])[]): (readonly [string, string])[]
  /** Of cookies that were sent back. */
  sent(headers: readonly Header[]): Header[]
}

/** A shorter one is no session. */
const SHORTEST = 8
const KINDS = [
  [/[0-9]/, '0123456789'],
  [/[a-z]/, 'abcdefghijklmnopqrstuvwxyz'],
  [/[A-Z]/, 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'],
] as const

/** The same value always becomes the same other one, of equal length and kind: who compares cookies sees no difference. */
export function createCookieMask(key: Buffer = randomBytes(32)): CookieMask {
  const masks = new Map<string, string>()
  const maskOf = (value: string): string => {
    const known = masks.get(value)
    if (known !== undefined) return known
    const open = value.length < SHORTEST || value.includes('****')
    const mask = open ? value : disguised(value, key)
    masks.set(value, mask)
    return mask
  }
  const known = (text: string) => text.replace(/=([^;]*)/g, (_, value) => `=${masks.get(value) ?? value}`)
  const knownIn = (text: SecretText): SecretText =>
    typeof text === 'string' ? known(text) : text.map((piece) => (typeof piece === 'string' ? known(piece) : piece))
  return {
    set: (headers) =>
      headers.map(([name, value]) =>
        isNamed(name, 'set-cookie')
          ? [name, value.replace(/=\s*([^;]*)/, (all, own) => all.replace(own, () => maskOf(own.trim())))]
          : [name, value],
      ),
    sent: (headers) =>
      headers.map(([name, value]) => [name, isNamed(name, 'cookie') ? knownIn(value) : value] as const),
  }
}

const isNamed = (name: string, wanted: string): boolean => name.toLowerCase() === wanted

function disguised(value: string, key: Buffer): string {
  let bytes = Buffer.alloc(0)
  for (let i = 0; bytes.length < value.length; i++)
    bytes = Buffer.concat([bytes, createHmac('sha256', key).update(`${i} ${value}`).digest()])
  return [...value].map((c, i) => another(c, bytes[i % bytes.length]!)).join('')
}

function another(c: string, byte: number): string {
  const [, alphabet] = KINDS.find(([kind]) => kind.test(c)) ?? []
  return alphabet ? alphabet[byte % alphabet.length]! : c
}
