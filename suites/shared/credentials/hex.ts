import fc from 'fast-check'

const DIGITS = '0123456789abcdef'

/** Hex digits of a given number. */
export const hex = (length: number): fc.Arbitrary<string> =>
  fc.string({ unit: fc.constantFrom(...DIGITS), minLength: length, maxLength: length })

/** A hex digit shifted by 1..15: never the same digit in another letter case. */
export const moved = (digit: string, by: number): string => DIGITS[(DIGITS.indexOf(digit.toLowerCase()) + by) % 16]!

/** Random hex digits, by the numbers of a seeded generator. */
export const hexFrom = (random: () => number, length: number): string =>
  Array.from({ length }, () => DIGITS[Math.floor(random() * 16)]).join('')
