import type { Patience } from './breaker.ts'
import { createCongestion, type Slowed } from './congestion.ts'
import { type Stopped, stoppedBy } from './ends.ts'
import type { Exchange, Req } from './exchange.ts'
import type { Redactor } from './redact.ts'
import type { Secrets } from './secret-text.ts'
import { createSender } from './sender.ts'
import { createSlots, type Turns } from './slots.ts'
import type { Stopwatch } from './stopwatch.ts'
import type { Way } from './way.ts'
import { openPool, type Transport } from './wire.ts'

export { Stopped } from './ends.ts'

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
  readonly way?: Way
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
  /** Where fewer than `concurrency` were under way for a while. */
  readonly slowed?: Slowed
}

export interface Client {
  /**
   * Never rejects for anything the network does: that is the exchange's `problem`. Rejects with `Stopped`, and with another error
   * for a request that must not be sent, which is a bug of the suite.
   */
  send(req: Req, rule: string, options?: SendOptions): Promise<Exchange>
  /** Keeps one request of `maxRequests` for a `closing` request, if one is left. */
  reserve(): void
  /** Set once a request was refused because `maxRequests` were sent. */
  spent(): Stopped | undefined
  stats(): Stats
  /** The same target over one connection that nothing else uses. Numbering, statistics, budget and pace are shared with this client. */
  alone(): Client
  /** Times requests over one connection that nothing else uses. Statistics, budget and pace are shared with this client. */
  stopwatch(rule: string): Stopwatch
  /** Ends requests in flight, as the signal does. */
  close(): Promise<void>
}

export function createClient(options: ClientOptions): Client {
  const stop = new AbortController()
  const closing = new AbortController()
  const end = (): void => {
    const stopped = stoppedBy(options.signal ?? stop.signal)
    stop.abort(stopped)
    if (stopped.graceMs === 0) closing.abort(stopped)
    else setTimeout(() => closing.abort(stopped), stopped.graceMs).unref()
  }
  if (options.signal?.aborted) end()
  options.signal?.addEventListener('abort', end, { once: true })
  const sender = createSender(options, stop.signal, closing.signal)
  const pools: Transport[] = []
  // Whatever the connection, no more is under way than was asked for.
  const shared = createSlots(options.concurrency)
  const congestion = createCongestion(options.concurrency, shared)
  const open = (connections: number, slots: Turns): Client => {
    const pool = (options.open ?? openPool)(sender.origin, connections, options.timeout, options.way)
    pools.push(pool)
    return {
      async send(req, rule, options = {}) {
        const x = await sender.send({ req, rule, ...options, pool, slots })
        congestion.saw(x)
        return x
      },
      stats: () => ({ ...sender.stats(), slowed: congestion.slowed() }),
      reserve: sender.reserve,
      spent: sender.spent,
      alone: () => open(1, both(createSlots(1), shared)),
      stopwatch: (rule) => sender.stopwatch(rule, shared),
      close: async () => {
        end()
        options.signal?.removeEventListener('abort', end)
        await Promise.all(pools.map((each) => each.destroy()))
      },
    }
  }
  return open(options.concurrency, shared)
}

/** A turn on the one connection, then one among all. */
const both = (own: Turns, shared: Turns): Turns => ({
  run: (work, rank) => own.run(() => shared.run(work, rank), rank),
})
