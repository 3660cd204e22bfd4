import { createHash } from 'node:crypto'

/** Characters of what is compared as it is. */
const LONGEST = 1000

/** What stands for a text in a comparison: hundreds of answers are held side by side, so of a long one only its length and digest. */
export const brief = (text: string): string =>
  text.length <= LONGEST ? text : `${text.length} characters of SHA-256 ${digest(text)}`

/** Enough of it to tell texts apart. */
export const digest = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 16)
