import type { KeyPiece, Piece, SecretText } from '../core/secret-text.ts'

const DIGITS = '0123456789abcdef'

/** The text as a word of a POSIX shell that reads secrets from the environment. */
export function shellWord(text: SecretText): string {
  if (typeof text === 'string') return literal(text)
  if (text.every(isPlain)) return `"${text.map(plainPiece).join('')}"`
  return text.map(shellPiece).join('') || "''"
}

/** Whether it can be written between double quotes as it is, so that the line stays readable. */
function isPlain(piece: Piece, i: number, pieces: readonly Piece[]): boolean {
  if (typeof piece === 'string') return /^[\w .,:;/?&=%+@~()*<>|{}[\]-]*$/.test(piece)
  // `"$KEYabc"` would be another variable, `"$KEY[1]"` a part of it in zsh.
  const after = pieces[i + 1]
  return !('base64' in piece) && isWhole(piece) && (typeof after !== 'string' || !/^[\w:[]/.test(after))
}

const plainPiece = (piece: Piece): string => (typeof piece === 'string' ? piece : `$${(piece as KeyPiece).env}`)

const isWhole = ({ from = 0, to, shift }: KeyPiece): boolean => from === 0 && to === undefined && !shift

function shellPiece(piece: Piece): string {
  if (typeof piece === 'string') return piece === '' ? '' : literal(piece)
  if ('base64' in piece) return `"$(printf %s ${shellWord(piece.base64)} | base64 | tr -d '\\n')"`
  return isWhole(piece) ? `"$${piece.env}"` : `"$(${commandFor(piece)})"`
}

/** A command that prints the piece. Negative places count from the end, as in `String.slice`. */
function commandFor({ env, from = 0, to, shift }: KeyPiece): string {
  if (from < 0 && to !== undefined && to >= 0) throw new Error(`no shell command for characters ${from}..${to}`)
  const fromStart = from >= 0
  const shortened = to !== undefined && to < 0 ? `\${${env}%${'?'.repeat(-to)}}` : `$${env}`
  const length = (to ?? 0) - from
  const commands = [`printf %s "${shortened}"`]
  if (to !== undefined && to >= 0 && length <= 0) return 'printf %s ""'
  if (!fromStart) commands.push(`tail -c ${length}`)
  else if (to !== undefined && to >= 0) commands.push(`cut -c ${from + 1}-${to}`)
  else if (from > 0) commands.push(`cut -c ${from + 1}-`)
  if (shift) commands.push('tr A-F a-f', `tr ${DIGITS} ${DIGITS.slice(shift)}${DIGITS.slice(0, shift)}`)
  return commands.join(' | ')
}

/** A text without secrets: in single quotes, or where it holds other bytes than printable ASCII, by `printf`. */
function literal(text: string): string {
  if (/^[\x20-\x7e]*$/.test(text)) return `'${text.replaceAll("'", `'\\''`)}'`
  const octal = (byte: number) => `\\${byte.toString(8).padStart(3, '0')}`
  const format = text.replace(/[^\x20-\x7e]|['\\%]|^-/g, (c) => [...Buffer.from(c, 'latin1')].map(octal).join(''))
  return `"$(printf '${format}')"`
}
