import { PART } from './secret-parts.ts'

/**
 * Where runs of characters that may be part of a secret begin and end: from, to, from, to. No quotation mark stands between the
 * first and the last of them: what a server says again it says as a whole text of JSON, and the same stretch comes again.
 */
export type Stretch = readonly number[]

/** Characters of hex, base64, and of JSON and URL escapes. `_` is not one of them, so that key ids stay readable. */
const IN_RUN = Uint8Array.from({ length: 128 }, (_, code) => (/[0-9A-Za-z\\%]/.test(String.fromCharCode(code)) ? 1 : 0))

/**
 * Runs of at least `PART` such characters. Ordinary bodies have hardly any, and most characters are not looked at: when a run
 * ends, the character at the earliest end of the next one is looked at first.
 */
export function stretchesOf(text: string): readonly Stretch[] {
  if (text.length < PART) return NONE
  const found: Stretch[] = []
  let stretch: number[] = []
  let quotation = -1
  for (let start = 0; start + PART <= text.length; ) {
    let i = start + PART - 1
    while (i >= start && IN_RUN[text.charCodeAt(i)]) i--
    if (i >= start) start = i + 1
    else {
      let to = start + PART
      while (IN_RUN[text.charCodeAt(to)]) to++
      if (start > quotation) {
        stretch = []
        found.push(stretch)
        quotation = end(text.indexOf('"', to), text)
      }
      stretch.push(start, to)
      start = to
    }
  }
  return found
}

const NONE: readonly Stretch[] = []

const end = (at: number, text: string): number => (at < 0 ? text.length : at)

export function someRun(text: string, stretch: Stretch, holds: (run: string) => boolean): boolean {
  for (let i = 0; i < stretch.length; i += 2) if (holds(text.slice(stretch[i], stretch[i + 1]))) return true
  return false
}
