import { createRecent } from './recent.ts'
import { standIn, type Windows } from './secret-parts.ts'

/** Tells fast that parts do not stand in a text that was looked through once: every exchange sends other near-variants of a key. */
export interface Glance {
  /** Whether any of them may stand there; false is certain. */
  mayHold(parts: Windows<ReadonlySet<string>>): boolean
}

/** Characters that are noted together, from each place that so many divide: the shortest window holds one such piece whole. */
const PIECE = 8
/** Bits for each character of the text, and of those how many are set for a piece: one in 10,000 seems to stand there and does not. */
const BITS = 4
const MARKS = 8
/** Bytes of glances that are kept. */
const MOST = 8 * 1024 * 1024

/** Calls back for each run of a text, as `Array.some` does. */
type SomeRun = (holds: (run: string) => boolean) => boolean

/** Of the texts that were looked at last. */
export function createGlances(most = MOST) {
  const kept = createRecent<string, Glance>(most, 1)
  return {
    /** Of the text with that digest, of so many characters. */
    at(digest: string, length: number, someRun: SomeRun): Glance {
      const known = kept.get(digest)
      if (known) return known
      const { bytes, ...glance } = glanceThrough(length, someRun)
      return kept.put(digest, bytes, glance)
    },
  }
}

/** A Bloom filter of pieces of the text. */
function glanceThrough(length: number, someRun: SomeRun): Glance & { readonly bytes: number } {
  const size = 2 ** Math.ceil(Math.log2(length * BITS))
  const bits = new Uint32Array(size / 32)
  const everyMark = (piece: string, each: (word: number, bit: number) => boolean): boolean => {
    const [first, second] = hashes(piece)
    for (let i = 0; i < MARKS; i++) {
      const at = ((first + Math.imul(i, second)) >>> 0) % size
      if (!each(at >>> 5, 1 << (at & 31))) return false
    }
    return true
  }
  const note = (text: string): boolean => {
    for (const piece of piecesOf(text, PIECE))
      everyMark(piece, (word, bit) => {
        bits[word]! |= bit
        return true
      })
    return false
  }
  someRun((run) => standIn(run, { steps: note, plain: note, coded: note }))
  const mayStand = (piece: string) => everyMark(piece, (word, bit) => (bits[word]! & bit) !== 0)
  return {
    bytes: bits.byteLength,
    mayHold: ({ steps, plain, coded }) =>
      [steps, plain, coded].some((windows) => [...windows].some((window) => piecesOf(window, 1).some(mayStand))),
  }
}

const piecesOf = (text: string, stride: number): string[] =>
  Array.from({ length: Math.max(0, Math.floor((text.length - PIECE) / stride) + 1) }, (_, i) =>
    text.slice(i * stride, i * stride + PIECE),
  )

/** FNV-1a, and another of its kind that is odd, so that no two marks of a piece fall together. */
function hashes(piece: string): [number, number] {
  let first = 0x811c9dc5
  let second = 0x9e3779b9
  for (let i = 0; i < piece.length; i++) {
    const code = piece.charCodeAt(i)
    first = Math.imul(first ^ code, 0x01000193)
    second = Math.imul(second ^ code, 0x85ebca6b) ^ (second >>> 15)
  }
  return [first, second | 1]
}
