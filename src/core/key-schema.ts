import { z } from 'zod'
import { keyFormatProblem } from './key-format.ts'

/** Schema of a whole key, `<prefix>_<16 hex>_<64 hex>`, case-insensitive. Its messages never contain the key. */
export const key = z.string().superRefine((text, context) => {
  const problem = /[^!-~]/.test(text) ? 'white space or other characters that no key holds' : keyFormatProblem(text)
  if (problem === undefined) return
  context.addIssue({ code: 'custom', message: `not a key of the form <prefix>_<16 hex>_<64 hex>: ${problem}` })
})

/** Normalizes a key: lower-cases the hex digits but not the prefix. */
export function identity(text: string): string {
  const hexAt = text.length - 16 - 1 - 64
  return text.slice(0, hexAt) + text.slice(hexAt).toLowerCase()
}
