import type { KeyPiece, Piece, SecretText } from './secret-text.ts'

const DIGITS = '0123456789abcdef'

/** The text as a bash word that reads secrets from the environment. */
export function shellWord(text: SecretText): string {
  if (typeof text === 'string') return quoted(text)
  if (text.every(isPlain)) return `"${text.map(shellPlain).join('')}"`
  return text.map(shellPiece).join('') || "''"
}

/** Whether it can stand between double quotes as it is, so that the line stays readable. */
function isPlain(piece: Piece, i: number, pieces: readonly Piece[]): boolean {
  if (typeof piece === 'string') return /^[\w .,:;/?&=%+@~()*<>|{}[\]-]*$/.test(piece)
  // `"$KEYabc"` would be another variable, `"$KEY[1]"` a part of it in zsh.
  const after = pieces[i + 1]
  return !('base64' in piece) && !piece.shift && (isSlice(piece) || typeof after !== 'string' || !/^[\w:[]/.test(after))
}

const shellPlain = (piece: Piece): string => (typeof piece === 'string' ? piece : shellSlice(piece as KeyPiece))

const isSlice = ({ from = 0, to }: KeyPiece): boolean => from !== 0 || to !== undefined

function shellPiece(piece: Piece): string {
  if (typeof piece === 'string') return piece === '' ? '' : quoted(piece)
  if ('base64' in piece) return `"$(printf %s ${shellWord(piece.base64)} | base64 | tr -d '\\n')"`
  const slice = shellSlice(piece)
  if (!piece.shift) return `"${slice}"`
  const moved = DIGITS.slice(piece.shift) + DIGITS.slice(0, piece.shift)
  return `"$(printf %s "${slice}" | tr A-F a-f | tr ${DIGITS} ${moved})"`
}

/** `${KEY:from:length}`; bash takes a negative length for a place counted from the end, and `${KEY:-1}` for a default. */
function shellSlice({ env, from = 0, to }: KeyPiece): string {
  if (from === 0 && to === undefined) return `$${env}`
  const start = from < 0 ? ` ${from}` : from
  if (to === undefined) return `\${${env}:${start}}`
  if (from < 0 !== to < 0 && from !== 0 && to >= 0) throw new Error(`no bash word for characters ${from}..${to}`)
  return `\${${env}:${start}:${to < 0 && from >= 0 ? to : Math.max(0, to - from)}}`
}

function quoted(text: string): string {
  if (/^[\x20-\x7e]*$/.test(text)) return `'${text.replaceAll("'", `'\\''`)}'`
  const escaped = text.replace(/[^\x20-\x7e]|['\\]/g, (c) =>
    c === "'" || c === '\\'
      ? `\\${c}`
      : [...Buffer.from(c, 'latin1')].map((byte) => `\\x${byte.toString(16).padStart(2, '0')}`).join(''),
  )
  return `$'${escaped}'`
}
