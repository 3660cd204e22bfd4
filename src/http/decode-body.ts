import { brotliDecompressSync, gunzipSync, inflateRawSync, inflateSync, zstdDecompressSync } from 'node:zlib'
import { headerValues, type Response } from '../core/exchange.ts'
import { parseJson } from '../core/json.ts'
import type { RawResponse } from './attempt.ts'

export type Body = Pick<Response, 'bytes' | 'text' | 'json' | 'fault' | 'duplicates'>

/** The body is more than can be held, and why. */
export class TooLarge extends Error {}

/**
 * Values in one body. A page holds a thousand records at most; what is read takes many times the memory of its text where the text
 * holds millions of small values.
 */
const MAX_VALUES = 150_000

type Encoded = Pick<RawResponse, 'headers' | 'body'>

/** Parses as JSON regardless of the content type, which another rule judges. Throws only `TooLarge`. */
export function decodeBody(answer: Encoded, maxBytes: number): Body {
  const plain = undoEncodings(answer, maxBytes)
  if (typeof plain === 'string') return { bytes: answer.body.length, fault: plain, duplicates: [] }
  const bytes = plain.length
  if (bytes === 0) return { bytes, text: '', fault: 'empty body', duplicates: [] }
  if (holdsMoreValues(plain, MAX_VALUES)) throw new TooLarge(`the body holds more than ${MAX_VALUES} values`)
  const text = strictUtf8(plain)
  if (typeof text === 'number') return { bytes, fault: binaryFault(plain, answer, text), duplicates: [] }
  return { bytes, text, ...parseJson(text) }
}

const GZIP = '1f8b08'

function binaryFault(plain: Buffer, { headers }: Encoded, at: number): string {
  if (plain.toString('hex', 0, 3) !== GZIP) return `invalid UTF-8 at byte ${at}`
  const coded = headerValues({ headers }, 'content-encoding').length > 0
  return coded ? 'still gzip once its Content-Encoding is undone: compressed twice' : 'gzip without Content-Encoding'
}

type Undo = (coded: Buffer, options: { maxOutputLength: number }) => Buffer

const UNDO: Readonly<Record<string, Undo>> = {
  identity: (coded) => coded,
  gzip: gunzipSync,
  'x-gzip': gunzipSync,
  deflate: inflateEither,
  br: brotliDecompressSync,
  zstd: zstdDecompressSync,
}

/** Some servers mean raw deflate, without the zlib header that RFC 9110 requires. */
function inflateEither(coded: Buffer, options: { maxOutputLength: number }): Buffer {
  const zlibHeader = (coded[0]! & 0x0f) === 8 && coded.readUInt16BE(0) % 31 === 0
  return zlibHeader ? inflateSync(coded, options) : inflateRawSync(coded, options)
}

/** More codings than any server applies; each takes time to decode. */
const MAX_CODINGS = 3

/** The body, or why it cannot be read. A response to HEAD names encodings of a body that it does not have. */
function undoEncodings({ headers, body }: Encoded, maxBytes: number): Buffer | string {
  if (body.length === 0) return body
  const values = headerValues({ headers }, 'content-encoding')
  const names = values.flatMap((value) => value.toLowerCase().split(/[\s,]+/)).filter(Boolean)
  if (names.length > MAX_CODINGS) return `${names.length} content codings, and at most ${MAX_CODINGS} are decoded`
  let plain = body
  for (const name of names.reverse()) {
    const undo = Object.hasOwn(UNDO, name) ? UNDO[name]! : undefined
    if (!undo) return `unknown Content-Encoding '${name}'`
    try {
      plain = undo(plain, { maxOutputLength: maxBytes })
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') throw new TooLarge(tooManyBytes(maxBytes))
      return `not ${name}: ${looksLike(plain) ?? (error as Error).message}, although Content-Encoding says so`
    }
  }
  return plain
}

/** Bytes of a body that is not encoded as it says, which shows what it is. */
const BEGINNING = 40

function looksLike(bytes: Buffer): string | undefined {
  const text = bytes.subarray(0, BEGINNING).toString('latin1')
  return /^[\n -~]+$/.test(text) ? `it begins with ${JSON.stringify(text)}` : undefined
}

const tooManyBytes = (most: number): string => `the body exceeds ${most} bytes once its Content-Encoding is undone`

/** Whether JSON may hold more values than that: it has no more of them than commas and opening brackets. */
export function holdsMoreValues(bytes: Buffer, most: number): boolean {
  if (bytes.length <= most) return false
  let count = 0
  for (const mark of MARKS)
    for (let at = bytes.indexOf(mark); at >= 0 && count <= most; at = bytes.indexOf(mark, at + 1)) count++
  return count > most
}

const MARKS = Buffer.from(',[{')

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
const lenient = new TextDecoder('utf-8', { ignoreBOM: true })

/** The text, or the offset of the first byte that is not UTF-8. */
function strictUtf8(bytes: Buffer): string | number {
  try {
    return decoder.decode(bytes)
  } catch {
    return firstBadByte(bytes)
  }
}

/** A lenient decoder writes U+FFFD for what it cannot read; the first one that is not spelled out in the bytes is the place. */
function firstBadByte(bytes: Buffer): number {
  const text = lenient.decode(bytes)
  let offset = 0
  for (let from = 0, at = 0; ; from = at + 1, offset += 3) {
    at = text.indexOf('\uFFFD', from)
    offset += Buffer.byteLength(text.slice(from, at))
    if (bytes.toString('hex', offset, offset + 3) !== 'efbfbd') return offset
  }
}
