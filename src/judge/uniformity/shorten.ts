import { createHash } from 'node:crypto'

/** Maximum length in characters of a text kept verbatim. */
const LONGEST = 1000

/** Replaces a long text by its length and digest, so that hundreds of responses fit in memory. */
export const shorten = (text: string): string =>
  text.length <= LONGEST ? text : `${text.length} characters of SHA-256 ${digest(text)}`

/** The first 64 bits of the SHA-256, in hex. */
export const digest = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 16)
