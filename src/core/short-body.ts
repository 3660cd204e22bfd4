import type { Exchange } from './exchange.ts'
import type { Finding } from './rule.ts'

/** Bytes of a body that is kept whole, and characters that are kept of a longer one. */
const [MAX_BYTES, MAX_TEXT] = [256 * 1024, 64 * 1024]

/** The exchange for a report, which shows the beginning of a body: without the rest of a long one, and without its JSON. */
export function withShortBody(x: Exchange): Exchange {
  const isLong = x.response && x.response.bytes > MAX_BYTES && !x.response.cut
  if (!x.response || !isLong) return x
  const { json: _, text, ...response } = x.response
  return { ...x, response: { ...response, ...(text !== undefined && { text: beginning(text) }), cut: true } }
}

/** The finding, showing exchanges `withShortBody`. */
export function withShortBodies<Found extends Finding>(finding: Found): Found {
  if (finding.kind !== 'violation' || !finding.show) return finding
  return { ...finding, show: finding.show.map(withShortBody) }
}

/** A copy: a slice would keep the whole text in memory. */
const beginning = (text: string): string => Buffer.from(text.slice(0, MAX_TEXT), 'utf16le').toString('utf16le')
