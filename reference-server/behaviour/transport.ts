import { KEEP_ALIVE_MS } from '../choices.ts'
import type { Call, Header, ResponseParts, Variant } from '../types.ts'

/** Decisions below the application: what a gateway, a load balancer or the HTTP stack does. */
export interface TransportDecisions {
  /** The path prefix of a variant's base URL; `/api/public/v1` follows it (legal freedom). */
  basePath(variant: Variant): string
  /** The versioned path under the base URL (A 9, B 9). */
  apiPath(variant: Variant): string
  /** The path that the router matches, from the path of the request line (legal freedom: normalised or not). */
  pathRouted(path: string): string
  /** The simulated worker that serves request n. */
  worker(n: number): number
  /** The server's clock, from the true time in ms; the Date header follows it. */
  clock(trueMs: number): number
  /** A response sent before the application sees the request (429, 503, a gateway's own pages). */
  gateway(call: Call): ResponseParts | undefined
  /** Whether a raw header name matches (HTTP: case-insensitive). */
  headerNamed(actual: string, wanted: string, call: Call): boolean
  /** Delay of every response, ms; fractions count. */
  latencyMs(call: Call): number
  /** Headers beside the content's: request ids, rate-limit counters, cookies. */
  extraHeaders(call: Call): readonly Header[]
  /** The Date header, from the clock in ms. */
  dateHeader(now: number, call: Call): string | undefined
  /** The reason phrase, or the usual one. */
  reasonPhrase(status: number, call: Call): string | undefined
  /** Final change of a response. */
  response(response: ResponseParts, call: Call): ResponseParts
  /** Content-Encoding of the body. */
  contentCoding(call: Call): 'identity' | 'gzip'
  /** Framing of the body: Content-Length, chunks, or the end of the connection. */
  framing(call: Call): 'length' | 'chunked' | 'close'
  /** Whether the connection stays open. */
  connection(call: Call): 'keep-alive' | 'close'
  /** Whether the connection is reset, before or during the response. */
  dropped(call: Call): 'no' | 'before' | 'midway'
  /** How long an idle connection is kept, ms. */
  keepAliveMs(): number
}

const dates = { second: Number.NaN, text: '' }

function httpDate(now: number): string {
  const second = Math.floor(now / 1000)
  if (second !== dates.second) {
    dates.second = second
    dates.text = new Date(now).toUTCString()
  }
  return dates.text
}

const NONE: readonly Header[] = []

export const transport: TransportDecisions = {
  basePath: (variant) => `/${variant}`,
  apiPath: () => '/api/public/v1',
  pathRouted: (path) => path,
  worker: (n) => n % 4,
  clock: (trueMs) => trueMs,
  gateway: () => undefined,
  headerNamed: (actual, wanted) => actual.length === wanted.length && actual.toLowerCase() === wanted,
  latencyMs: () => 0,
  extraHeaders: () => NONE,
  dateHeader: httpDate,
  reasonPhrase: () => undefined,
  response: (response) => response,
  contentCoding: () => 'identity',
  framing: () => 'length',
  connection: () => 'keep-alive',
  dropped: () => 'no',
  keepAliveMs: () => KEEP_ALIVE_MS,
}
