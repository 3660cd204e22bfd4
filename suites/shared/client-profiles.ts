import { type Exchange, headerValues, type Req } from '../../src/core/exchange.ts'
import type { Tools } from '../../src/core/rule.ts'
import { hexFrom } from './credentials/hex.ts'
import type { ListSurface } from './variant-surface.ts'

type Headers = NonNullable<Req['headers']>

/** What clients send beside the credential. Equal in all requests of a block, and different between blocks. */
export interface ClientProfile {
  /** The stratum of its blocks; none for a request without further headers. */
  readonly stratum?: string
  readonly lacks?: readonly string[]
  readonly method?: 'HEAD' | 'OPTIONS'
  readonly headers: Headers
}

/**
 * Five clients, the most telling first: a browser on another site, a browser on this site with the list in its cache, plain, and
 * two other methods. A preflight request has no key, so OPTIONS is sent without the headers of one. Quick depth has the first two.
 */
export async function clientProfiles(
  { depth, once, random, target }: Tools,
  { list }: ListSurface,
): Promise<ClientProfile[]> {
  const browser = (origin: string): Headers => [
    ['Origin', origin],
    ['Accept-Encoding', 'gzip'],
    ['Accept-Language', 'en-GB,en;q=0.9'],
    ['X-Request-Id', hexFrom(random, 32)],
    // Sampled: a server that traces the request may say so in the response.
    ['traceparent', `00-${hexFrom(random, 32)}-${hexFrom(random, 16)}-01`],
    ['User-Agent', 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'],
  ]
  const elsewhere = browser(`https://app-${hexFrom(random, 8)}.example`)
  const cached = [...browser(new URL(target.baseUrl).origin), ...revalidating(await once(list(target)), random)]
  const browsers = [
    { stratum: 'with an Origin', headers: elsewhere },
    { stratum: 'with If-None-Match', headers: cached },
  ]
  // Browsers also get what a plain client gets: with few blocks, each also covers headers for browsers.
  if (depth === 'quick') return browsers
  return [
    ...browsers,
    { headers: [], lacks: ['without these headers'] },
    { stratum: 'by HEAD', method: 'HEAD', headers: elsewhere },
    { stratum: 'by OPTIONS', method: 'OPTIONS', headers: elsewhere },
  ]
}

const TAG = /^(W\/)?"[!#-~]{1,100}"$/
const DATE = /^[\w ,:]{1,40}$/

/** The conditional headers of a client that has this response in its cache. */
function revalidating({ response }: Exchange, random: () => number): Headers {
  const one = (name: string) => (response ? headerValues(response, name)[0] : undefined) ?? ''
  const [tag, date] = [one('etag'), one('last-modified')]
  return [
    ['If-None-Match', TAG.test(tag) ? tag : `"${hexFrom(random, 16)}"`],
    ...(DATE.test(date) ? [['If-Modified-Since', date] as const] : []),
  ]
}

/** The request as this client sends it. */
export const asClient = (req: Req, { method, headers }: ClientProfile): Req => ({
  ...req,
  ...(headers.length > 0 && { headers }),
  // Whether a server has these methods is open.
  ...(method && { method, outside: true }),
})
