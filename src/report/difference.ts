import type { Difference } from '../core/results.ts'
import { commonStart } from '../judge/excerpts.ts'

/** Longer differences are marked at their start only. */
const MOST_MARKED = 24
/** Characters that are one column wide. */
const PLAIN = /^[ -~…]*$/

/** Two texts below each other with their difference marked: by carets, or in brackets where characters may be wider than a column. */
export function differenceLines({ at, one, other }: Difference): string[] {
  const sides = [one, other]
  const isPlain = sides.every(({ text }) => PLAIN.test(text))
  const start = commonStart(one.text, other.text)
  const same = commonEnd(one.text.slice(start), other.text.slice(start))
  const width = Math.max(...sides.map(({ label }) => label.length))
  const lines = sides.map(
    ({ label, text }) => `  ${label.padEnd(width)}  ${isPlain ? text : bracketed(text, start, text.length - same)}`,
  )
  if (!isPlain || start === 0) return [at, ...lines]
  const marked = Math.max(1, ...sides.map(({ text }) => text.length - same - start))
  return [at, ...lines, `${' '.repeat(width + 4 + start)}${'^'.repeat(marked > MOST_MARKED ? 1 : marked)}`]
}

const bracketed = (text: string, from: number, to: number): string =>
  `${text.slice(0, from)}[${text.slice(from, to)}]${text.slice(to)}`

/** How many characters two texts have in common at their end; never half a surrogate pair. */
export function commonEnd(one: string, other: string): number {
  let n = 0
  while (n < one.length && n < other.length && one.at(-1 - n) === other.at(-1 - n)) n++
  return n > 0 && /[\udc00-\udfff]/.test(one.at(-n)!) ? n - 1 : n
}
