import type { Credential, CredentialClass } from './exchange.ts'
import type { Piece, SecretText } from './secret-text.ts'
import type { Key } from './target.ts'

/** Lengths in characters, from section 8 of both references. */
export const KEY_ID_LENGTH = 16
export const SECRET_LENGTH = 64

/** The prefix may contain underscores; hex digits are case-insensitive. */
const FORM = /^(.+)_([0-9a-f]{16})_([0-9a-f]{64})$/is

/** The parts of `<prefix>_<16 hex>_<64 hex>`; undefined for any other text. */
export function partsOfKey(text: string): { prefix: string; keyId: string; secret: string } | undefined {
  const [, prefix, keyId, secret] = FORM.exec(text) ?? []
  return prefix && keyId && secret ? { prefix, keyId, secret } : undefined
}

/** How a text deviates from that form, without quoting it. */
export function keyFormatProblem(text: string): string | undefined {
  if (partsOfKey(text)) return undefined
  const parts = text.split('_')
  if (parts.length < 3) return `${parts.length} of the 3 parts between underscores`
  const [keyId, secret] = parts.slice(-2) as [string, string]
  return (
    partProblem('key_id', keyId, KEY_ID_LENGTH) ?? partProblem('secret', secret, SECRET_LENGTH) ?? 'an empty prefix'
  )
}

function partProblem(name: string, text: string, length: number): string | undefined {
  if (text.length !== length) return `a ${name} of ${text.length} characters instead of ${length}`
  return /^[0-9a-f]*$/i.test(text) ? undefined : `a ${name} with characters besides 0-9 and a-f`
}

/** Offset of the secret, after `<prefix>_<key_id>_`. */
const secretAt = ({ prefix }: Key): number => prefix.length + 1 + KEY_ID_LENGTH + 1

export const whole = (key: Key): SecretText => [{ env: key.env }]

/** References characters `from`..`to` (0..64) of the secret. */
export const secretPart = (key: Key, from = 0, to = SECRET_LENGTH): Piece => ({
  env: key.env,
  from: secretAt(key) + from,
  to: secretAt(key) + to,
})

/** Replaces parts of a key; omitted parts stay unchanged. */
export function rebuilt(
  key: Key,
  parts: { prefix?: string; keyId?: string; secret?: readonly Piece[]; separators?: readonly [string, string] },
): SecretText {
  const [first, second] = parts.separators ?? ['_', '_']
  const open = `${parts.prefix ?? key.prefix}${first}${parts.keyId ?? key.keyId}${second}`
  return [open, ...(parts.secret ?? [secretPart(key)])]
}

/** The secret with the hex digits at these offsets increased by `shift` (1..15) modulo 16. */
export function secretChanged(key: Key, places: readonly number[], shift: number): readonly Piece[] {
  const pieces: Piece[] = []
  let at = 0
  for (const place of [...new Set(places)].sort((a, b) => a - b)) {
    if (place > at) pieces.push(secretPart(key, at, place))
    pieces.push({ ...(secretPart(key, place, place + 1) as object), shift } as Piece)
    at = place + 1
  }
  if (at < SECRET_LENGTH) pieces.push(secretPart(key, at))
  return pieces
}

/** A credential in X-Api-Key, which both variants accept. */
export const inApiKey = (text: SecretText, about: CredentialClass, note?: string): Credential => ({
  class: about,
  form: 'x-api-key',
  headers: [['X-Api-Key', text]],
  ...(note !== undefined && { note }),
})

/** The alternative header of variant A (5.3). */
export const inBearer = (text: SecretText, about: CredentialClass, note?: string): Credential => ({
  class: about,
  form: 'bearer',
  headers: [['Authorization', typeof text === 'string' ? `Bearer ${text}` : ['Bearer ', ...text]]],
  ...(note !== undefined && { note }),
})

/** What follows `Bearer `; undefined if that is not how it begins. */
export function withoutScheme(text: SecretText = ''): SecretText | undefined {
  const [first, ...others] = typeof text === 'string' ? [text] : text
  const rest = typeof first === 'string' && /^Bearer /.test(first) ? first.slice('Bearer '.length) : undefined
  if (rest === undefined) return undefined
  return others.length > 0 ? [...(rest === '' ? [] : [rest]), ...others] : rest
}

/** Headers of a client that does not request JSON and prefers another language: errors must not depend on them. */
export const PLAIN_CLIENT = [
  ['Accept', '*/*'],
  ['Accept-Language', 'de-DE, de;q=0.9'],
] as const

export const noCredential: Credential = { class: 'missing', form: 'none', headers: [] }
