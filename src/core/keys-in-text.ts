import type { Exchange } from './exchange.ts'
import type { SecretText } from './secret-text.ts'

/** Names of the keys that a request contains, in whole or in part. */
export function keysIn({ url, headers }: Pick<Exchange, 'url' | 'headers'>): string[] {
  return [...new Set([url, ...headers.map(([, value]) => value)].flatMap(keysInText))]
}

/** Whether a setting supplies the key; the run created all others. */
export const isSupplied = (name: string): boolean => /^TENANT_[AB]_KEY(_[A-Z_]+)?$/.test(name)

function keysInText(text: SecretText): string[] {
  if (typeof text === 'string') return []
  return text.flatMap((part) => {
    if (typeof part === 'string') return []
    return 'base64' in part ? keysInText(part.base64) : [part.env]
  })
}
