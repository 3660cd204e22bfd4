import type { Exchange } from './exchange.ts'
import type { SecretText } from './secret-text.ts'

/** Names of the keys that a request contains, in whole or in part. */
export function keysInRequest({ url, headers }: Pick<Exchange, 'url' | 'headers'>): string[] {
  return [...new Set([url, ...headers.map(([, value]) => value)].flatMap(keysInText))]
}

/** Whether a setting supplies the key; the run created all others, and a gateway's header is none. */
export const isSupplied = (name: string): boolean => /^TENANT_[AB]_KEY(_[A-Z_]+)?$/.test(name)

/** Whether the run created the key, which is revoked by the time anyone reads of it. */
export const isCreated = (name: string): boolean => /^CREATED_KEY_\d+$/.test(name)

function keysInText(text: SecretText): string[] {
  if (typeof text === 'string') return []
  return text.flatMap((part) => {
    if (typeof part === 'string') return []
    if ('sha256' in part) return keysInText(part.sha256)
    return 'base64' in part ? keysInText(part.base64) : [part.env]
  })
}
