import type { Exchange } from '../core/exchange.ts'
import type { NetworkOptions } from '../core/network.ts'
import type { Secrets } from '../core/secret-text.ts'
import type { Patience } from './circuit-breaker.ts'
import type { Redactor } from './redact.ts'
import type { Transport } from './transport.ts'
export interface ClientOptions {
  /** `{base_url}`, without `/api/public/v1`. */
  readonly baseUrl: string
  readonly secrets: Secrets
  /** Takes secrets out of what comes back; one for `secrets` where left out. */
  readonly redactor?: Redactor
  /** Requests in flight. */
  readonly concurrency: number
  /** Requests per second, evenly spaced; undefined: unlimited. */
  readonly rate?: number
  /** Milliseconds for one request with its answer, retries not counted. */
  readonly timeout: number
  /** Attempts in all, retries counted. */
  readonly maxRequests?: number
  /** Once aborted, requests in flight end with a problem `stopped` and others reject with `Stopped`. */
  readonly signal?: AbortSignal
  /** Called once for every exchange, before `send` resolves, which waits for it. */
  readonly onExchange?: (exchange: Exchange, slot: string) => Promise<void> | void
  /** Called for every request that is only timed, which no exchange tells of. */
  readonly onTimed?: (rule: string) => void
  /** The target does not answer any more, and why it is given up; the signal should follow. */
  readonly onDown?: (why: string) => void
  readonly network?: NetworkOptions
  /** How long to wait for a target that does not answer any more. */
  readonly patience?: Patience
  /** In place of connections to the target. */
  readonly open?: (origin: string) => Transport
  /** Of the suite, for the `user-agent`. */
  readonly version?: string
}

export interface SendOptions {
  /** At most so many retries, where waiting for long would help nobody. */
  readonly retries?: number
  /** Of those who wait, the lowest rank goes first; `URGENT`, ahead of all others, where left out. */
  readonly rank?: number
  /** What asks for it, within the run: the same slot asks for the same in the same order when the run is repeated. */
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
