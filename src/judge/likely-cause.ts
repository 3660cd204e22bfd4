import { count } from '../core/count.ts'
import { type Exchange, headerValues } from '../core/exchange.ts'

/**
 * The cause that a response with an `Age` or a cache hit suggests: it comes from a cache. Undefined if none of the exchanges has one,
 * and for a single response to the active key, which is as wrong in the cache as it was at the origin.
 */
export function cacheCause(exchanges: readonly Exchange[]): string | undefined {
  if (exchanges.length < 2 && exchanges.every(({ req }) => req.credential.class === 'active')) return undefined
  const valuesOf = (name: string) => exchanges.flatMap(({ response }) => (response ? headerValues(response, name) : []))
  const age = valuesOf('age').findLast((value) => /^\d{1,9}$/.test(value) && Number(value) > 0)
  if (age) return `a cache in front of the API responded: the response has \`Age: ${age}\`, in seconds`
  const hit = HITS.find((name) => valuesOf(name).some((value) => /\bhit\b/i.test(value)))
  return hit && `a cache responded: the response has \`${hit}: HIT\``
}

/** Headers by which caches say so: RFC 9211 and older ones. */
const HITS = ['Cache-Status', 'X-Cache', 'X-Cache-Status', 'X-Proxy-Cache', 'CF-Cache-Status']

/** What a parser of JSON, and a decompressor, say of what ends too early. */
const ENDS_EARLY = /unterminated|unexpected end|end of (file|data|input)/i
/** How the causes of a body begin that ends too early. */
export const ENDS = 'the body ends after'
const HTML = /^\s*<(?!\?xml)/
const PLAIN = /^not \S+: it begins with "/

/** Likely causes where the body of the last response is only its beginning, a page, or not compressed as it says. */
export function unreadableCauses(exchanges: readonly Exchange[]): readonly string[] {
  const { fault, bytes, text = '', headers = [] } = exchanges.at(-1)?.response ?? {}
  if (!fault || !bytes) return []
  if (HTML.test(text)) return [PAGE]
  if (PLAIN.test(fault)) return [NOT_CODED]
  if (!ENDS_EARLY.test(fault)) return []
  const coded = headerValues({ headers }, 'content-encoding').join(', ')
  const read = coded && (fault.startsWith('not JSON') ? `, once ${coded} is undone` : ` of ${coded}`)
  const isCounted = !coded && /\P{ASCII}/u.test(text) && headerValues({ headers }, 'content-length').length > 0
  const early = `${ENDS} ${count(bytes, 'byte')}${read}, too early`
  return [
    ...(isCounted
      ? [`${early}: Content-Length counts characters, not bytes. Then bodies without characters beyond ASCII are whole`]
      : []),
    `${early}: a buffer, a limit of size, or a compressor that is not finished. Then shorter bodies are whole`,
  ]
}

const PAGE =
  'the body is a page in HTML: the framework, or a gateway, writes this response for people, perhaps by the Accept header'
const NOT_CODED =
  'Content-Encoding is set for a body that is not compressed: the header of another response is kept, or the compressor is skipped'

/** The cause where the response depends on one header. */
export const actsOn = (header: string): string =>
  header === 'Origin'
    ? 'a CORS filter acts on Origin before the key is checked'
    : `the framework, a cache or a proxy acts on ${header}`
