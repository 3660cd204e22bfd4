import { createHash } from 'node:crypto'

/**
 * Text that represents secrets by references to settings. The suite records, prints and reports only this form, so that
 * output cannot leak a secret and a shell can still resolve it.
 */
export type SecretText = string | readonly Piece[]

export type Piece = string | KeyPiece | { readonly base64: SecretText } | { readonly sha256: SecretText }

/** Characters `from`..`to` (as in String.slice) of a setting, each hex digit increased by `shift` (1..15) modulo 16. */
export interface KeyPiece {
  readonly env: string
  readonly from?: number
  readonly to?: number
  readonly shift?: number
}

/** Name of a setting → its value. */
export type Secrets = ReadonlyMap<string, string>

const DIGITS = '0123456789abcdef'
const SECRET_LENGTH = 64

/** Replaces references by the secrets. Throws for an unknown setting, which is a bug in the suite. */
export function resolve(text: SecretText, secrets: Secrets): string {
  if (typeof text === 'string') return text
  return text.map((piece) => resolvePiece(piece, secrets)).join('')
}

function resolvePiece(piece: Piece, secrets: Secrets): string {
  if (typeof piece === 'string') return piece
  if ('base64' in piece) return Buffer.from(resolve(piece.base64, secrets), 'latin1').toString('base64')
  if ('sha256' in piece) return createHash('sha256').update(resolve(piece.sha256, secrets), 'latin1').digest('hex')
  const value = secrets.get(piece.env)
  if (value === undefined) throw new Error(`no secret is known by the name ${piece.env}`)
  const part = value.slice(piece.from ?? 0, piece.to)
  return piece.shift ? shiftHex(part, piece.shift) : part
}

/** Increases each hex digit by `by` modulo 16, so that it changes in value and not only in letter case. */
function shiftHex(text: string, by: number): string {
  return text.replace(/[0-9a-f]/gi, (digit) => DIGITS[(DIGITS.indexOf(digit.toLowerCase()) + by) % 16]!)
}

/** Redacts the text: prefix and key_id in clear, each secret as `****`. */
export function display(text: SecretText, secrets: Secrets): string {
  if (typeof text === 'string') return text
  return text
    .map((piece) => displayPiece(piece, secrets))
    .join('')
    .replace(/(\*{4})+/g, '****')
}

function displayPiece(piece: Piece, secrets: Secrets): string {
  if (typeof piece === 'string') return piece
  if ('base64' in piece || 'sha256' in piece) return '****'
  const value = secrets.get(piece.env)
  if (value === undefined) return '****'
  const part = value.slice(piece.from ?? 0, piece.to)
  const open = openLength(piece, value)
  return part.slice(0, open) + (part.length > open ? '****' : '')
}

/** A created key in any other format has no known secret part: all of it is secret. */
const FORM = new RegExp(`_[0-9a-f]{16}_[0-9a-f]{${SECRET_LENGTH}}$`, 'i')

/** Number of leading characters of the piece that are prefix and key_id, which are not secret. */
function openLength({ from = 0, shift }: KeyPiece, value: string): number {
  const start = from < 0 ? Math.max(0, value.length + from) : from
  return shift || !FORM.test(value) ? 0 : Math.max(0, value.length - SECRET_LENGTH - start)
}

/** The secret part of a key: its last 64 characters, or the whole key in any other format. */
export const secretOf = (key: string): string => (FORM.test(key) ? key.slice(-SECRET_LENGTH) : key)

/** Resolved parts of keys with shifted digits, and digests: reversing the shift, or trying secrets, would reveal them. */
export function shiftedIn(text: SecretText, secrets: Secrets): string[] {
  if (typeof text === 'string') return []
  const within = text.flatMap((piece) =>
    typeof piece === 'object' && 'base64' in piece ? shiftedIn(piece.base64, secrets) : [],
  )
  const isDerived = (piece: Piece) =>
    typeof piece === 'object' && ('sha256' in piece || ('env' in piece && piece.shift))
  const shifted = text.map((piece) => (isDerived(piece) ? piece : ' '))
  return [...within, ...resolve(shifted, secrets).split(' ')].filter(({ length }) => length >= 16)
}

/** Concatenates texts; returns a plain string when no piece references a secret. */
export function joined(...texts: readonly SecretText[]): SecretText {
  const pieces: Piece[] = []
  for (const piece of texts.flat()) {
    const last = pieces.at(-1)
    if (typeof piece === 'string' && typeof last === 'string') pieces[pieces.length - 1] = last + piece
    else if (piece !== '') pieces.push(piece)
  }
  if (pieces.length === 0) return ''
  return pieces.length === 1 && typeof pieces[0] === 'string' ? pieces[0] : pieces
}
