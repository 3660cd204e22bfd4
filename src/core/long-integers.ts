/** Digits in a row that may be more than a number holds. */
const MANY_DIGITS = 16

/**
 * How often so many digits or more follow one another, counted up to `most`. Of so many characters one is looked at, and its
 * neighbours where it is a digit. `codeAt`: the code of a character, NaN or undefined beyond the text.
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
