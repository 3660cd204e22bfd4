import { PART } from './secret-parts.ts'

/** Characters of hex, base64, and of JSON and URL escapes. `_` is not one of them, so that key ids stay readable. */
const IN_RUN = Uint8Array.from({ length: 128 }, (_, code) => (/[0-9A-Za-z\\%]/.test(String.fromCharCode(code)) ? 1 : 0))
/** Characters between two quotation marks, from which on they are asked for before they are read. */
export const LONG = 4096

/**
 * Where runs of characters that may be part of a secret begin and end: from, to, from, to. What is long and holds no quotation
 * mark may be passed over: a server says it again as a whole text of JSON.
 */
export type Runs = readonly number[]

/**
 * Runs of at least `PART` such characters. Ordinary bodies have hardly any, and most characters are not looked at: when a run
 * ends, the character at the earliest end of the next one is looked at first.
 */
export function runsOf(text: string, isPassedOver: (from: number, to: number) => boolean = never): Runs {
  if (text.length < PART) return NONE
  const found: number[] = []
  let quotation = text.length > LONG ? -1 : text.length
  for (let start = 0; start + PART <= text.length; ) {
    if (start > quotation) {
      // Where it begins, and not where the next run may: the same text comes again at another place.
      const from = text.lastIndexOf('"', start - 1) + 1
      quotation = end(text.indexOf('"', start), text)
      if (quotation - from > LONG && isPassedOver(from, quotation)) {
        start = quotation
        continue
      }
    }
    let i = start + PART - 1
    while (i >= start && IN_RUN[text.charCodeAt(i)]) i--
    if (i >= start) start = i + 1
    else {
      let to = start + PART
      while (IN_RUN[text.charCodeAt(to)]) to++
      found.push(start, to)
      start = to
    }
  }
  return found
}

const NONE: Runs = []
const never = (): boolean => false

const end = (at: number, text: string): number => (at < 0 ? text.length : at)

/** Calls back for each run, as `Array.some` does. */
export function someRun(text: string, runs: Runs, holds: (run: string) => boolean): boolean {
  for (let i = 0; i < runs.length; i += 2) if (holds(text.slice(runs[i], runs[i + 1]))) return true
  return false
}
