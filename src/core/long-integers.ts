/** The shortest run of digits that can exceed 2^53. */
const MANY_DIGITS = 16

/**
 * Counts runs of 16 or more digits, up to `most`. Samples every 16th character and extends the run only where it finds a digit.
 * `codeAt` returns the character code at an index, or NaN or undefined beyond the text.
 */
export function longIntegersIn(length: number, codeAt: (at: number) => number | undefined, most = Infinity): number {
  let count = 0
  for (let at = MANY_DIGITS - 1; at < length && count < most; at += MANY_DIGITS) {
    if (!isDigit(codeAt(at))) continue
    let from = at
    while (isDigit(codeAt(from - 1))) from--
    while (isDigit(codeAt(at + 1))) at++
    if (at - from + 1 >= MANY_DIGITS) count++
  }
  return count
}

const isDigit = (code = 0): boolean => code >= 48 && code <= 57
