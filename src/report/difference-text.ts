import type { Difference } from '../core/results.ts'
import { commonStart } from '../judge/excerpt.ts'

/** Where more than this differs, where it begins is what helps. */
const MOST_MARKED = 24
const PLAIN = /^[ -~…]*$/

/**
 * The two sides below each other, what differs marked: by carets below where every character is one column wide, in brackets
 * where not. Needs no colour.
 */
export function differenceLines({ at, one, other }: Difference): string[] {
  const sides = [one, other]
  const width = Math.max(...sides.map(({ label }) => label.length))
  const texts = PLAIN.test(one.text + other.text) ? sides.map(({ text }) => text) : bracketed(one.text, other.text)
  const lines = sides.map(({ label }, i) => `  ${label.padEnd(width)}  ${texts[i]}`)
  const [from, to] = span(one.text, other.text)
  const carets = to - from > MOST_MARKED ? 1 : to - from
  const marks =
    PLAIN.test(one.text + other.text) && from > 0 ? [`${' '.repeat(width + 4 + from)}${'^'.repeat(carets)}`] : []
  return [at, ...lines, ...marks]
}

/** Where the longer of two texts differs from the other: what stands before it and after it is alike. */
function span(one: string, other: string): [from: number, to: number] {
  const from = commonStart(one, other)
  const end = commonEnd(one.slice(from), other.slice(from))
  return [from, Math.max(from + 1, Math.max(one.length, other.length) - end)]
}

function bracketed(one: string, other: string): string[] {
  const from = commonStart(one, other)
  const end = commonEnd(one.slice(from), other.slice(from))
  return [one, other].map((text) => {
    const to = text.length - end
    return `${text.slice(0, from)}[${text.slice(from, to)}]${text.slice(to)}`
  })
}

function commonEnd(one: string, other: string): number {
  let n = 0
  while (n < one.length && n < other.length && one.at(-1 - n) === other.at(-1 - n)) n++
  return n > 0 && /[\udc00-\udfff]/.test(one.at(-n)!) ? n - 1 : n
}
