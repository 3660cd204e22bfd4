import { partsOfKey } from '../core/key-format.ts'

/** Explains how a key deviates from `<prefix>_<16 hex>_<64 hex>`, without quoting it. Hex digits are case-insensitive. */
export function keyFormatProblem(text: string): string | undefined {
  if (partsOfKey(text)) return undefined
  const parts = text.split('_')
  if (parts.length < 3) return `${parts.length} of the 3 parts between underscores`
  return part('key_id', parts.at(-2)!, 16) ?? part('secret', parts.at(-1)!, 64) ?? 'an empty prefix'
}

function part(name: string, text: string, length: number): string | undefined {
  if (text.length !== length) return `a ${name} of ${text.length} characters instead of ${length}`
  return /^[0-9a-f]*$/i.test(text) ? undefined : `a ${name} with characters besides 0-9 and a-f`
}
