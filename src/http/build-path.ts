import type { Req } from '../core/exchange.ts'
import { joined, type Piece, type SecretText } from '../core/secret-text.ts'

/** Where the API of a target begins. */
export interface ApiRoot {
  /** Scheme, host and port. */
  readonly origin: string
  /** Path of the base URL. */
  readonly base: string
  /** Path of the API below it. */
  readonly api: string
}

export function apiRootOf(baseUrl: string): ApiRoot {
  const { origin, pathname } = new URL(baseUrl)
  return { origin, base: pathname.replace(/\/+$/, ''), api: '/api/public/v1' }
}

/** Path and query as sent. Throws on a path that is not percent-encoded, which is a bug of the rule. */
export function buildPath(
  { base, api }: ApiRoot,
  { path, root = api, query = [] }: Pick<Req, 'path' | 'root' | 'query'>,
): SecretText {
  if (!/^[\x21\x22\x24-\x7e]*$/.test(root + path))
    throw new Error(`path is not percent-encoded: ${JSON.stringify(path)}`)
  const parts = query.flatMap(([name, value], i): SecretText[] => {
    const separator = i === 0 && !path.includes('?') ? '?' : '&'
    return [`${separator}${encode(name)}=`, encoded(value)]
  })
  return joined(base + root + path, ...parts)
}

/** Pieces of keys, and their base64, need no encoding in a query. */
function encoded(text: SecretText): SecretText {
  if (typeof text === 'string') return encode(text)
  return text.map((piece): Piece => (typeof piece === 'string' ? encode(piece) : piece))
}

/** Half of a surrogate pair has no UTF-8 form; it is sent as U+FFFD. */
const encode = (text: string): string => encodeURIComponent(text.toWellFormed())
