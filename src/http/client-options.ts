import type { Exchange } from '../core/exchange.ts'
import type { NetworkOptions } from '../core/network-options.ts'
import type { Secrets } from '../core/secret-text.ts'
import type { Patience } from './circuit-breaker.ts'
import type { Redactor } from './redact.ts'
import type { Transport } from './transport.ts'
export interface ClientOptions {
  /** `{base_url}`, without `/api/public/v1`. */
  readonly baseUrl: string
  readonly secrets: Secrets
  /** Redacts responses. Default: a redactor for `secrets`. */
  readonly redactor?: Redactor
  /** Requests in flight. */
  readonly concurrency: number
  /** Requests per second, evenly spaced; undefined: unlimited. */
  readonly rate?: number
  /** Milliseconds for one request and its response, without retries. */
  readonly timeout: number
  /** The endpoint whose bodies may have 32 MiB, and not 8. */
  readonly wideEndpoint?: string
  /** Attempts in all, retries counted. */
  readonly maxRequests?: number
  /** Once aborted, requests in flight end with a problem `stopped` and others reject with `Stopped`. */
  readonly signal?: AbortSignal
  /** Called once for every exchange, before `send` resolves, which waits for it. */
  readonly onExchange?: (exchange: Exchange, slot: string) => Promise<void> | void
  /** Called for every request that is only timed and has no exchange. */
  readonly onTimed?: (rule: string) => void
  /** Called with the reason when the target is unresponsive; the caller should then abort the signal. */
  readonly onDown?: (why: string, lately?: string) => void
  readonly network?: NetworkOptions
  /** How long to wait for an unresponsive target. */
  readonly patience?: Patience
  /** In place of connections to the target. */
  readonly open?: (origin: string) => Transport
  /** Of the suite, for the `user-agent`. */
  readonly version?: string
}

export interface SendOptions {
  /** Maximum number of retries, for callers that must not wait long. */
  readonly retries?: number
  /** Of those who wait, the lowest rank goes first; `URGENT`, ahead of all others, where left out. */
  readonly rank?: number
  /** The caller within the run: when the run is repeated, a slot sends the same requests in the same order. */
  readonly slot?: string
  /** Repeats a baseline request: uses the reserve, and the grace period after the run has ended. */
  readonly closing?: boolean
}

export interface Stats {
  /** Every attempt counts. */
  readonly requests: number
  readonly retries: number
  /** Responses in which the server says that it failed, also those that were requested again. */
  readonly serverErrors: number
}
