import type { Exchange, Req } from '../core/exchange.ts'
import { type Stopped, stoppedBy } from '../core/stopped.ts'
import type { Stopwatch } from '../core/stopwatch.ts'
import type { ClientOptions, SendOptions, Stats } from './client-options.ts'
import { createQueue, type Queue } from './queue.ts'
import { createSender } from './sender.ts'
import { openPool, type Transport } from './transport.ts'

export { Stopped } from '../core/stopped.ts'

export interface Client {
  /**
   * Never rejects for a failure of the network: that is the exchange's `problem`. Rejects with `Stopped`, and with another error for
   * a request that must not be sent, which is a bug of the suite.
   */
  send(req: Req, rule: string, options?: SendOptions): Promise<Exchange>
  /** Keeps one request of `maxRequests` for a `closing` request, if one is left. */
  reserve(): void
  /** Set once a request was refused because `maxRequests` were sent. */
  spent(): Stopped | undefined
  stats(): Stats
  /** A client with one dedicated connection. Shares numbers, statistics, budget and rate limit with this one. */
  alone(): Client
  /** Runs work with a client that has new connections (default: one), closed afterwards. Shares what `alone` does. */
  apart<T>(work: (client: Client) => Promise<T>, connections?: number): Promise<T>
  /** Times requests over a dedicated connection. Shares statistics, budget and rate limit with this client. */
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
  const pools = new Set<Transport>()
  // No more requests are in flight than allowed, over whichever connection.
  const shared = createQueue(options.concurrency)
  const open = (connections: number, queue: Queue): Opened => {
    const pool = (options.open ?? openPool)(sender.origin, connections, options.timeout, options.network)
    pools.add(pool)
    const client: Client = {
      send: (req, rule, options = {}) => sender.send({ req, rule, ...options, pool, queue }),
      stats: sender.stats,
      reserve: sender.reserve,
      spent: sender.spent,
      alone: () => open(1, both(createQueue(1), shared)).client,
      async apart(work, connections = 1) {
        const { client, discard } = open(connections, both(createQueue(connections), shared))
        return work(client).finally(discard)
      },
      stopwatch: (rule) => sender.stopwatch(rule, shared),
      close: async () => {
        end()
        options.signal?.removeEventListener('abort', end)
        await Promise.all([...pools].map((each) => each.destroy()))
      },
    }
    const discard = async () => {
      pools.delete(pool)
      await pool.destroy()
    }
    return { client, discard }
  }
  return open(options.concurrency, shared).client
}

interface Opened {
  readonly client: Client
  /** Closes the connections of this client only. */
  discard(): Promise<void>
}

/** Waits for the one connection, then among all requests. */
const both = (own: Queue, shared: Queue): Queue => ({
  run: (work, rank) => own.run(() => shared.run(work, rank), rank),
})
