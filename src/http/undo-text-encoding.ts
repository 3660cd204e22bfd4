import { brotliDecompressSync, inflateRawSync, unzipSync } from 'node:zlib'
import type { Writing } from '../core/exchange.ts'

/** What an encoded text says. */
export interface Decoding {
  readonly written: Writing
  readonly text: string
  /** Where a character of it was. */
  rangeOf(at: number): Range
}

export type Range = readonly [from: number, to: number]

/** The shortest text that is looked for. */
const SHORTEST = 16
/** Letters and digits that the shortest text takes in base64. */
const SHORTEST_CODE = 22

/**
 * Undoes one encoding of the text, or of parts of it: escapes (percent, JSON, `\x`, HTML) and terminal codes, all in one step; base64
 * and base64url; hex; lists of decimal bytes; compressed bytes in base64 or base64url. Separators within the encoded text are ignored, but
 * for compressed bytes.
 */
export function decodings(text: string, compact: Compact): Decoding[] {
  return unescaped(text).concat(fromBase64(text, compact), fromHex(compact), fromBytes(text), fromCompressed(text))
}

/** The ASCII letters and digits of a text. */
export interface Compact {
  readonly codes: Uint8Array
  /** Offset in the text of the character at this index of `codes`. */
  placeOf(at: number): number
}

export function compacted(text: string): Compact {
  const codes = Buffer.from(text.replace(/[^\0-\xff]/g, ' '), 'latin1')
  let count = 0
  for (let i = 0; i < codes.length; i++) {
    const code = codes[i]!
    codes[count] = code
    count += IS_ALPHANUMERIC[code]!
  }
  // Four times as large as the text, and seldom needed.
  let places: Uint32Array | undefined
  const placeOf = (at: number): number => {
    places ??= placesOf(text, count)
    return places[at]!
  }
  return { codes: codes.subarray(0, count), placeOf }
}

function placesOf(text: string, count: number): Uint32Array {
  const places = new Uint32Array(count)
  for (let i = 0, at = 0; at < count; i++) {
    places[at] = i
    at += IS_ALPHANUMERIC[text.charCodeAt(i)] ?? 0
  }
  return places
}

const IS_ALPHANUMERIC = Uint8Array.from({ length: 256 }, (_, code) =>
  Number(/[0-9a-z]/i.test(String.fromCharCode(code))),
)

/** What may separate the characters of an escape. */
const GAP = '[^0-9A-Za-z%\\\\&#;{}\\x1b]{0,16}'
const hex = (count: string): string => `((?:${GAP}[0-9a-f])${count})`
const ESCAPES = [
  `%(?:${GAP}2${GAP}5)*${hex('{2}')}`,
  `\\\\+(?:[0bfnrtv]|${GAP}(?:u${hex('{4}')}|u\\{${hex('{1,6}')}\\}|x${hex('{2}')}))`,
  `&(?:amp;)*(?:${GAP}#${GAP}(?:x${hex('{1,6}')}|((?:${GAP}[0-9]){1,7}))${GAP};?|([a-z]\\w{1,30});)`,
  '\\x1b\\[[0-?]*[ -/]*[@-~]|\\x1b[\\]PX^_][^\\x07\\x1b]*(?:\\x07|\\x1b\\\\)',
]
const ESCAPE = new RegExp(ESCAPES.join('|'), 'gi')
const ONLY_GAP = new RegExp(`^${GAP}$`)

/** HTML's names for characters of keys and of other encodings. Others are taken for separators. */
const NAMED: Readonly<Record<string, string>> = {
  ...{ amp: '&', bsol: '\\', percnt: '%', num: '#', semi: ';', plus: '+', sol: '/', lcub: '{', lbrace: '{', rcub: '}' },
  ...{ rbrace: '}', lowbar: '_', underbar: '_', hyphen: '-', comma: ',' },
}

/** Characters read before and after an escape: the length of a part of a secret that is encoded twice. */
const AROUND = 80

function unescaped(text: string): Decoding[] {
  if (!['\\', '%', '&', '\x1b'].some((mark) => text.includes(mark))) return []
  // Pieces of the decoded text, by where they begin there: characters that were escaped, and what is between them.
  const starts: number[] = []
  const ranges: Range[] = []
  let decoded = ''
  const add = (piece: string, from: number, to: number): void => {
    starts.push(decoded.length)
    ranges.push([from, to])
    decoded += piece
  }
  let done = 0
  for (const match of text.matchAll(ESCAPE)) {
    const { index } = match
    if (index - done > 2 * AROUND) {
      add(text.slice(done, done + AROUND), done, done)
      done = index - AROUND
    }
    const between = text.slice(done, index)
    if (starts.length === 0 || !ONLY_GAP.test(between)) add(between, done, done)
    done = index + match[0].length
    add(unescapedCharacter(match), index, done)
  }
  if (starts.length === 0) return []
  add(text.slice(done, done + AROUND), done, done)
  const rangeOf = (at: number): Range => {
    const piece = lastUpTo(starts, at)
    const [from, to] = ranges[piece]!
    const plain = from + at - starts[piece]!
    return from < to ? [from, to] : [plain, plain + 1]
  }
  return [{ written: 'escaped', text: decoded, rangeOf }]
}

/** Index of the last of these ascending numbers that is not above `most`. */
function lastUpTo(numbers: readonly number[], most: number): number {
  let [low, high] = [0, numbers.length - 1]
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if (numbers[middle]! <= most) low = middle
    else high = middle - 1
  }
  return low
}

/** One UTF-16 unit: what is beyond them is no character of a key. */
function unescapedCharacter([, percent, json, braced, x, html, decimal, name = '']: RegExpExecArray): string {
  const code = percent ?? json ?? braced ?? x ?? html
  if (code ?? decimal)
    return String.fromCharCode(Number.parseInt((code ?? decimal)!.replace(/[^0-9a-f]/gi, ''), code ? 16 : 10))
  return NAMED[name.toLowerCase()] ?? ' '
}

const ALPHANUMERIC = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
const NO_DIGIT = 64
/** Of each byte its value as a digit of base64 or base64url. */
const DIGIT = new Uint8Array(256).fill(NO_DIGIT)
for (const [i, digit] of [...`${ALPHANUMERIC}+/${ALPHANUMERIC}-_`].entries()) DIGIT[digit.charCodeAt(0)] = i % 64

/** Bytes of text: ASCII, and invisible characters that may separate. */
const IS_TEXT = new Uint8Array(256).fill(1, 0x20, 0x7f)
for (const byte of Buffer.from('\t\n\r\xa0\xad\u200b\u200c\u200d\u2028\u2029\u202f\u2060\ufeff')) IS_TEXT[byte] = 1

/** What may hold a part of a key, in ASCII, takes letters and digits only. Other text in base64 is read where nothing separates it. */
function fromBase64(text: string, { codes, placeOf }: Compact): Decoding[] {
  const found = decodedGroups(codes, placeOf)
  for (let at = SHORTEST_CODE - 1; at < text.length; at += SHORTEST_CODE) {
    if (!isDigit(text, at)) continue
    let from = at
    while (isDigit(text, from - 1)) from--
    while (isDigit(text, at + 1)) at++
    const run = text.slice(from, at + 1)
    if (run.length >= SHORTEST_CODE && /[+/_-]/.test(run))
      found.push(...decodedGroups(Buffer.from(run, 'latin1'), (place) => from + place))
  }
  return found
}

const isDigit = (text: string, at: number): boolean => at >= 0 && (DIGIT[text.charCodeAt(at)] ?? NO_DIGIT) < NO_DIGIT

/** Groups of four digits that lie within the code of the shortest text, at any offset. */
const GROUPS = 4

/** All stretches that decode to text. `placeOf` returns the position of a digit. */
function decodedGroups(codes: Uint8Array, placeOf: (at: number) => number): Decoding[] {
  const found: Decoding[] = []
  const isText = (at: number): boolean => {
    const second = DIGIT[codes[at + 1]!]!
    if (IS_TEXT[(DIGIT[codes[at]!]! << 2) | (second >> 4)] !== 1) return false
    const third = DIGIT[codes[at + 2]!]!
    if (IS_TEXT[((second & 15) << 4) | (third >> 2)] !== 1) return false
    return IS_TEXT[((third & 3) << 6) | DIGIT[codes[at + 3]!]!] === 1
  }
  for (let offset = 0; offset < 4; offset++)
    for (let at = offset; at + 4 * GROUPS <= codes.length; ) {
      // The last group first: where it is no text, none of those before it can begin a run that is long enough.
      let group = GROUPS - 1
      while (group >= 0 && isText(at + 4 * group)) group--
      at += 4 * (group + 1)
      if (group >= 0) continue
      const start = at
      at += 4 * GROUPS
      while (isText(at)) at += 4
      found.push(decodedGroup(codes.subarray(0, at + 4), Math.max(offset, start - 4), placeOf))
    }
  return found
}

/** With the groups before and after, which may hold the first and the last bytes of the text. */
function decodedGroup(codes: Uint8Array, start: number, placeOf: (at: number) => number): Decoding {
  const code = Buffer.from(codes.subarray(start)).toString('latin1')
  const rangeOf = (at: number): Range => {
    const digit = start + 4 * Math.floor(at / 3) + (at % 3)
    return [placeOf(digit), placeOf(digit + 1) + 1]
  }
  return { written: 'in base64', text: Buffer.from(code, 'base64').toString('latin1'), rangeOf }
}

/** Digits of base64 that a compressed secret takes: its 32 bytes do not get shorter. A search within a shorter run takes long. */
const COMPRESSED = /(?<![\w+/-])[\w+/-]{43,}/g
/** Characters of a token or a cookie. */
const MOST_COMPRESSED = 16 * 1024
const UNPACKED = { maxOutputLength: 64 * 1024 }

/** Text that was compressed by gzip, zlib, deflate or Brotli, as tokens and cookies hold it. */
function fromCompressed(text: string): Decoding[] {
  const found: Decoding[] = []
  for (const { 0: code, index } of text.matchAll(COMPRESSED)) {
    if (code.length > MOST_COMPRESSED || HEX_ONLY.test(code) || isOfBoth(code)) continue
    const bytes = Buffer.from(code, 'base64')
    for (const unpack of [unzipSync, inflateRawSync, brotliDecompressSync]) {
      const unpacked = attempted(() => unpack(bytes, UNPACKED).toString('latin1'))
      if (unpacked && unpacked.length >= SHORTEST)
        found.push({ written: 'compressed', text: unpacked, rangeOf: () => [index, index + code.length] })
    }
  }
  return found
}

const HEX_ONLY = /^[0-9a-f]+$/i
/** Base64 has `+` and `/`, base64url `-` and `_`; a path may have both kinds. */
const isOfBoth = (code: string): boolean => /[+/]/.test(code) && /[-_]/.test(code)

function attempted<T>(work: () => T): T | undefined {
  try {
    return work()
  } catch {
    return undefined
  }
}

/** Of each byte its value as a digit of hex. */
const HEX_DIGIT = new Uint8Array(256).fill(NO_DIGIT)
for (const [i, digit] of [...'0123456789abcdef'].entries())
  for (const one of [digit, digit.toUpperCase()]) HEX_DIGIT[one.charCodeAt(0)] = i

/** All stretches of hex that decode to text. */
function fromHex({ codes, placeOf }: Compact): Decoding[] {
  const found: Decoding[] = []
  const byteAt = (at: number): number => HEX_DIGIT[codes[at]!]! * 16 + HEX_DIGIT[codes[at + 1]!]!
  const isText = (at: number): boolean => HEX_DIGIT[codes[at + 1]!]! < 16 && IS_TEXT[byteAt(at)] === 1
  for (let offset = 0; offset < 2; offset++)
    for (let at = offset; at + 2 * SHORTEST <= codes.length; ) {
      // The last byte first, as for base64.
      let byte = SHORTEST - 1
      while (byte >= 0 && isText(at + 2 * byte)) byte--
      const start = at + 2 * (byte + 1)
      at = start
      if (byte >= 0) continue
      while (at + 2 <= codes.length && isText(at)) at += 2
      const text = Buffer.from(Buffer.from(codes.subarray(start, at)).toString('latin1'), 'hex').toString('latin1')
      found.push({ written: 'in hex', text, rangeOf: (i) => [placeOf(start + 2 * i), placeOf(start + 2 * i + 1) + 1] })
    }
  return found
}

const SEPARATOR = 10
const COMMA = 11
const LETTER = 12
/** Of each character of ASCII the digit, or what else it is in a list of bytes; brackets end a number as commas do. */
const KIND = Uint8Array.from({ length: 128 }, (_, code) => {
  const character = String.fromCharCode(code)
  if (/[0-9]/.test(character)) return Number(character)
  return /[a-z]/i.test(character) ? LETTER : /[,[\]]/.test(character) ? COMMA : SEPARATOR
})
const kindAt = (text: string, at: number): number => KIND[text.charCodeAt(at)] ?? SEPARATOR

/** Numbers with separators between them, or with commas between them and separators within. */
function fromBytes(text: string): Decoding[] {
  const found: Decoding[] = []
  const least = 2 * SHORTEST - 1
  for (let from = 0, at = 0; from + least <= text.length; from = at + 1) {
    at = from + least - 1
    while (at >= from && kindAt(text, at) !== LETTER) at--
    if (at >= from) continue
    at = from + least
    while (at < text.length && kindAt(text, at) !== LETTER) at++
    found.push(...listedBytes(text, from, at, SEPARATOR), ...listedBytes(text, from, at, COMMA))
  }
  return found
}

function listedBytes(text: string, start: number, end: number, separator: number): Decoding[] {
  const found: Decoding[] = []
  let [bytes, ranges]: [number[], Range[]] = [[], []]
  let [number, from, to] = [-1, 0, 0]
  const finish = (): void => {
    if (bytes.length >= SHORTEST) found.push(decodedBytes(bytes, ranges))
    if (bytes.length > 0) [bytes, ranges] = [[], []]
  }
  for (let at = start; at <= end; at++) {
    const kind = at < end ? kindAt(text, at) : COMMA
    if (kind < SEPARATOR) {
      if (number < 0) [number, from] = [0, at]
      number = Math.min(10 * number + kind, 256)
      to = at + 1
    } else if (kind >= separator && number >= 0) {
      if (IS_TEXT[number] === 1) ranges.push([from, to]) && bytes.push(number)
      else finish()
      number = -1
    }
  }
  finish()
  return found
}

const decodedBytes = (bytes: readonly number[], ranges: readonly Range[]): Decoding => ({
  written: 'as a list of bytes',
  text: Buffer.from(bytes).toString('latin1'),
  rangeOf: (at) => ranges[at]!,
})
