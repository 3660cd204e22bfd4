import { headerValues } from '../core/exchange.ts'
import { LruCache } from '../core/lru-cache.ts'
import { type Body, decodeBody, type Encoded } from './decode-body.ts'

/** Bytes of a body that is cached, and of all of them. */
const [MAX_CACHED_BODY, MAX_CACHE] = [16 * 1024, 256 * 1024]

/** Returns `decodeBody` with a cache: three of four bodies repeat an earlier one, most of all refusals. */
export function createBodyDecoder(maxBytes: number): (response: Encoded) => Body {
  const cache = new LruCache<string, Body>(MAX_CACHE)
  return (response) => {
    const { length } = response.body
    if (length > MAX_CACHED_BODY || headerValues(response, 'content-encoding').length > 0)
      return decodeBody(response, maxBytes)
    // latin1 maps each byte to one character, so distinct bodies have distinct keys.
    const key = response.body.toString('latin1')
    const body = cache.get(key) ?? decodeBody(response, maxBytes)
    cache.set(key, body, length)
    return body
  }
}
