import { z } from 'zod'

const KEY = /^[!-~]+_[0-9a-f]{16}_[0-9a-f]{64}$/i

/** Schema of a whole key, `<prefix>_<16 hex>_<64 hex>`, case-insensitive. Its messages never contain the key. */
export const key = z.string().superRefine((text, context) => {
  if (!KEY.test(text)) context.addIssue({ code: 'custom', message: problemOf(text) })
})

function problemOf(text: string): string {
  return `not a key of the form <prefix>_<16 hex>_<64 hex>: ${detail(text)}`
}

function detail(text: string): string {
  if (/[^!-~]/.test(text)) return 'it holds white space or other characters that no key holds'
  const parts = text.split('_')
  if (parts.length < 3) return `it has ${parts.length} of 3 parts between underscores`
  return partProblem('second', parts.at(-2)!, 16) ?? partProblem('last', parts.at(-1)!, 64) ?? 'its prefix is empty'
}

function partProblem(which: string, part: string, length: number): string | undefined {
  if (part.length !== length) return `its ${which} part has ${part.length} characters instead of ${length}`
  return /[^0-9a-f]/i.test(part) ? `its ${which} part holds characters besides 0-9 and a-f` : undefined
}

/** Normalizes a key: lower-cases the hex digits but not the prefix. */
export function identity(text: string): string {
  const hexAt = text.length - 16 - 1 - 64
  return text.slice(0, hexAt) + text.slice(hexAt).toLowerCase()
}
