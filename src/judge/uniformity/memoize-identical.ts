import type { Exchange } from '../../core/exchange.ts'
import type { Secrets } from '../../core/secret-text.ts'
import { type MaskEchoes, maskEchoesOf } from './mask-echoes.ts'

/** Maximum body size in bytes of a memoized response. */
const LONGEST = 16 * 1024

/** Memoizes a function for identical responses without an echo of the credential, which most refusals are. */
export function memoizeIdentical<T>(
  secrets: Secrets,
  make: (x: Exchange, unecho: MaskEchoes) => T,
): (x: Exchange) => T {
  const cache = new Map<string, T>()
  return (x) => {
    const unecho = maskEchoesOf(x, secrets)
    const key = cacheKey(x)
    if (key === undefined || unecho(key) !== key) return make(x, unecho)
    const result = cache.get(key) ?? make(x, unecho)
    cache.set(key, result)
    return result
  }
}

/** Concatenates all texts of a response without escaping, so that an echo in one of them is an echo in the key. */
function cacheKey({ response }: Exchange): string | undefined {
  if (!response || response.bytes > LONGEST) return undefined
  const { status, reason, bytes, fault, duplicates, headers, text } = response
  const body = text === undefined ? ['unreadable'] : ['text', text]
  return [status, reason, bytes, fault, ...duplicates, headers.length, ...headers.flat(), ...body].join('\n')
}
