/**
 * Text that may contain parts of a secret. What is recorded, printed and reported is this form: a secret appears in it
 * only as a reference to the setting that holds it, so that nothing written can leak it and a shell can still rebuild it.
 */
export type SecretText = string | readonly Piece[]

export type Piece =
  | string
  /** Characters `from`..`to` (as in String.slice) of the setting; each hex digit moved on by `shift` (1..15). */
  | { readonly env: string; readonly from?: number; readonly to?: number; readonly shift?: number }
  | { readonly base64: SecretText }

/** Name of a setting → its value. */
export type Secrets = ReadonlyMap<string, string>

const DIGITS = '0123456789abcdef'

/** The text as it goes over the wire. Throws when a setting is not there: a bug of the suite. */
export function resolve(text: SecretText, secrets: Secrets): string {
  if (typeof text === 'string') return text
  return text.map((piece) => resolvePiece(piece, secrets)).join('')
}

function resolvePiece(piece: Piece, secrets: Secrets): string {
  if (typeof piece === 'string') return piece
  if ('base64' in piece) return Buffer.from(resolve(piece.base64, secrets)).toString('base64')
  const value = secrets.get(piece.env)
  if (value === undefined) throw new Error(`no secret is known by the name ${piece.env}`)
  const part = value.slice(piece.from ?? 0, piece.to)
  return piece.shift ? shiftHex(part, piece.shift) : part
}

/** Hex digits moved on by `by`, so that each differs from what it was in value and not in letter case only. */
function shiftHex(text: string, by: number): string {
  return text.toLowerCase().replace(/[0-9a-f]/g, (digit) => DIGITS[(DIGITS.indexOf(digit) + by) % 16]!)
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
  const from = piece.from ?? 0
  const to = Math.min(piece.to ?? value.length, value.length)
  const secretAt = Math.max(0, value.length - 64)
  const open = piece.shift ? '****' : value.slice(from, Math.min(to, secretAt))
  return open + (to > Math.max(from, secretAt) ? '****' : '')
}

/** The text as a bash word that reads secrets from the environment. */
export function shellWord(text: SecretText): string {
  if (typeof text === 'string') return quote(text)
  return text.map(shellPiece).join('') || "''"
}

function shellPiece(piece: Piece): string {
  if (typeof piece === 'string') return piece === '' ? '' : quote(piece)
  if ('base64' in piece) return `"$(printf %s ${shellWord(piece.base64)} | base64 | tr -d '\\n')"`
  const slice = shellSlice(piece)
  if (!piece.shift) return `"${slice}"`
  const moved = DIGITS.slice(piece.shift) + DIGITS.slice(0, piece.shift)
  return `"$(printf %s "${slice}" | tr A-F a-f | tr ${DIGITS} ${moved})"`
}

function shellSlice({ env, from = 0, to }: { env: string; from?: number; to?: number }): string {
  if (from === 0 && to === undefined) return `$${env}`
  return to === undefined ? `\${${env}:${from}}` : `\${${env}:${from}:${to - from}}`
}

function quote(text: string): string {
  if (/^[\x20-\x7e]*$/.test(text)) return `'${text.replaceAll("'", `'\\''`)}'`
  const escaped = text.replace(/[^\x20-\x7e]|['\\]/g, (c) =>
    c === "'" || c === '\\'
      ? `\\${c}`
      : [...Buffer.from(c, 'latin1')].map((b) => `\\x${b.toString(16).padStart(2, '0')}`).join(''),
  )
  return `$'${escaped}'`
}
