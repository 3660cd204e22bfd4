import { fromBase64 } from './base64.ts'
import { readings } from './readings.ts'
import { tidied } from './tidied.ts'

/** So many characters in a row tell that a text comes from a secret. A key_id, which may be shown, has as many: see `segments`. */
export const PART = 16
/** What base64 makes of them. */
const CODED = Math.ceil((PART * 4) / 3)
const HEX = new RegExp(`[0-9a-f]{${PART},}`, 'g')
/** In base64, every fourth character of hex digits is one of these. */
const CODED_HEX = /[m-z]/
/** What may be a part, or a code of one. */
const RUN = new RegExp(`[0-9a-z]{${PART},}`, 'gi')
/** A server may code what was coded already: a header of Basic authentication, say. */
const LAYERS = 2
/** Longer texts are read in pieces, and in them every `PART`th place is looked at: whole secrets cover several. */
const LONG = 4096
/** No secret in hex is cut in two. */
const OVERLAP = 256
/** Characters whose escapes are undone at once, and of those that are looked at twice. */
const PIECE = 64 * 1024
const ESCAPED_OVERLAP = 4096

/** Knows the parts of secrets, in the forms that a server may put them in: any letter case, base64, hex, backwards, each hex digit moved on. */
export interface Parts extends Windows<ReadonlySet<string>> {
  add(text: string): void
  isEmpty(): boolean
}

/** What is looked for at each place of a text, by the way it is read there. */
export interface Windows<Kind = Sought> {
  readonly steps: Kind
  readonly plain: Kind
  readonly coded: Kind
}

/** Windows, or who is shown each text in which they would be looked for, and tells whether to stop. */
export type Sought = ReadonlySet<string> | ((text: string) => boolean)

export function createParts(texts: readonly string[] = []): Parts {
  const steps = new Set<string>()
  const plain = new Set<string>()
  const coded = new Set<string>()

  function add(text: string): void {
    for (const segment of segments(text.toLowerCase()))
      for (const part of [segment, reversed(segment)].flatMap((way) => windows(way, PART))) {
        const found = stepsOf(part)
        if (found !== undefined) steps.add(found)
        else plain.add(part)
      }
    for (const form of [text, text.toLowerCase(), text.toUpperCase()].flatMap(base64Forms))
      for (const part of windows(form.toLowerCase(), CODED)) coded.add(part)
  }

  for (const text of texts) add(text)
  return { steps, plain, coded, add, isEmpty: () => steps.size + plain.size + coded.size === 0 }
}

/** Whether any of the windows stands in the text, also where that is escaped. */
export function standIn(text: string, windows: Windows): boolean {
  for (let from = 0; from < text.length; from += PIECE) {
    if (readings(text.slice(from, from + PIECE + ESCAPED_OVERLAP)).some((read) => standInRead(read, windows)))
      return true
    if (text.length > PIECE) tidied()
  }
  return false
}

function standInRead(text: string, windows: Windows): boolean {
  if (text.length <= LONG) return standAt(text, windows, 1)
  for (let i = 0; i < text.length; i += LONG) if (standAt(text.slice(i, i + LONG + OVERLAP), windows, PART)) return true
  return false
}

function standAt(text: string, windows: Windows, stride: number, layers = LAYERS): boolean {
  const { steps, plain, coded } = windows
  const read = text.toLowerCase()
  const hex = hexIn(read)
  if (hex.some((digits) => any(steps, allSteps(digits), PART - 1, stride)) || any(plain, read, PART, stride))
    return true
  const isCode = text.length >= CODED && CODED_HEX.test(read)
  if (isCode && any(coded, read, CODED, stride)) return true
  const within = [...(isCode ? fromBase64(text) : []), ...hex.flatMap(fromHex)]
  return (
    layers > 0 &&
    within.some((inner) => inner.match(RUN)?.some((run) => standAt(run, windows, stride, layers - 1)) ?? false)
  )
}

function any(parts: Sought, text: string, length: number, stride: number): boolean {
  if (typeof parts === 'function') return parts(text)
  if (parts.size > 0)
    for (let i = 0; i + length <= text.length; i += stride) if (parts.has(text.slice(i, i + length))) return true
  return false
}

const windows = (text: string, length: number): string[] =>
  Array.from({ length: Math.max(0, text.length - length + 1) }, (_, i) => text.slice(i, i + length))

/** Of a whole key, which a created one of a strange form is: a part as long as a key_id between others may be one. */
const segments = (text: string): string[] =>
  text.split('_').filter((segment, i, all) => segment.length > PART || i === all.length - 1)

const reversed = (text: string): string => [...text].reverse().join('')

/** How far each hex digit of a part is from the one before it. Nothing but zeros, say, is no sign of a secret when all are moved on. */
function stepsOf(part: string): string | undefined {
  const found = /^[0-9a-f]+$/.test(part) ? allSteps(part) : ''
  return new Set(found).size > 3 ? found : undefined
}

function allSteps(hex: string): string {
  let found = ''
  for (let i = 1; i < hex.length; i++)
    found += DIGITS[(digit(hex.charCodeAt(i)) - digit(hex.charCodeAt(i - 1)) + 16) % 16]
  return found
}

const DIGITS = '0123456789abcdef'
const digit = (code: number): number => (code < 58 ? code - 48 : code - 87)

const hexIn = (text: string): readonly string[] => text.match(HEX) ?? []
/** Wherever in a byte, or in a group of four, the code begins. */
const fromHex = (hex: string): string[] =>
  hex.length < 2 * PART ? [] : [hex, hex.slice(1)].map((code) => Buffer.from(code, 'hex').toString('latin1'))

/** base64 codes three bytes at a time: one form for each place in the three. Characters that depend on neighbours are cut off. */
function base64Forms(text: string): string[] {
  return [0, 1, 2].map((before) => {
    const code = Buffer.from('\0'.repeat(before) + text, 'latin1').toString('base64')
    return code.slice(before && before + 1, Math.floor(((before + text.length) * 8) / 6))
  })
}
