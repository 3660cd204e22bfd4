import type { Exchange } from '../../../src/core/exchange.ts'

const NAMES = ['age', 'cache-control', 'x-cache', 'via', 'etag', 'last-modified']

/** The headers of a response that a cache leaves, for messages: ` (Age: 12, Cache-Control: max-age=60)`. */
export function cacheHeaders({ response }: Exchange): string {
  const found = (response?.headers ?? []).filter(([name]) => NAMES.includes(name.toLowerCase()))
  return found.length === 0 ? '' : ` (${found.map(([name, value]) => `${name}: ${value}`).join(', ')})`
}
