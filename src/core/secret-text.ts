/**
 * Text that may contain parts of a secret. What is recorded, printed and reported is this form: a secret appears in it
 * only as a reference to the setting that holds it, so that nothing written can leak it and a shell can still rebuild it.
 */
export type SecretText = string | readonly Piece[]

export type Piece = string | KeyPiece | { readonly base64: SecretText }

/** Characters `from`..`to` (as in String.slice) of the setting; each hex digit moved on by `shift` (1..15). */
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

/** The text as it goes over the wire. Throws when a setting is not there: a bug of the suite. */
export function resolve(text: SecretText, secrets: Secrets): string {
  if (typeof text === 'string') return text
  return text.map((piece) => resolvePiece(piece, secrets)).join('')
}

function resolvePiece(piece: Piece, secrets: Secrets): string {
  if (typeof piece === 'string') return piece
  if ('base64' in piece) return Buffer.from(resolve(piece.base64, secrets), 'latin1').toString('base64')
  const value = secrets.get(piece.env)
  if (value === undefined) throw new Error(`no secret is known by the name ${piece.env}`)
  const part = value.slice(piece.from ?? 0, piece.to)
  return piece.shift ? shiftHex(part, piece.shift) : part
}

/** Hex digits moved on by `by`, so that each differs from what it was in value and not in letter case only. */
function shiftHex(text: string, by: number): string {
  return text.replace(/[0-9a-f]/gi, (digit) => DIGITS[(DIGITS.indexOf(digit.toLowerCase()) + by) % 16]!)
}

/** The text as people see it: prefix and key_id in clear, every character of a secret as one `****`. */
export function display(text: SecretText, secrets: Secrets): string {
  if (typeof text === 'string') return text
  return text
    .map((piece) => displayPiece(piece, secrets))
    .join('')
    .replace(/(\*{4})+/g, '****')
}

function displayPiece(piece: Piece, secrets: Secrets): string {
  if (typeof piece === 'string') return piece
  if ('base64' in piece) return '****'
  const value = secrets.get(piece.env) ?? ''
  const part = value.slice(piece.from ?? 0, piece.to)
  const open = openLength(piece, value)
  return part.slice(0, open) + (part.length > open ? '****' : '')
}

/** A created key of another form cannot be told apart: all of it counts as secret. */
const FORM = new RegExp(`_[0-9a-f]{16}_[0-9a-f]{${SECRET_LENGTH}}$`, 'i')

/** How many characters at the start of the piece are prefix and key_id, which may be shown. */
function openLength({ from = 0, shift }: KeyPiece, value: string): number {
  const start = from < 0 ? Math.max(0, value.length + from) : from
  return shift || !FORM.test(value) ? 0 : Math.max(0, value.length - SECRET_LENGTH - start)
}

/** What must not be shown of a key: its last 64 characters, or all of one of another form. */
export const secretOf = (key: string): string => (FORM.test(key) ? key.slice(-SECRET_LENGTH) : key)

/** Parts of keys in the text whose digits the suite has shifted: undoing that gives the secret. */
export function shiftedIn(text: SecretText, secrets: Secrets): string[] {
  if (typeof text === 'string') return []
  const within = text.flatMap((piece) =>
    typeof piece === 'object' && 'base64' in piece ? shiftedIn(piece.base64, secrets) : [],
  )
  const shifted = text.map((piece) => (typeof piece === 'object' && 'env' in piece && piece.shift ? piece : ' '))
  return [...within, ...resolve(shifted, secrets).split(' ')].filter(({ length }) => length >= 16)
}

/** Several texts after one another, as one; a plain string where no piece is left. */
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
