import { Client, type Dispatcher, errors } from 'undici'
import type { Req, WireRequest } from '../core/exchange.ts'
import type { Way } from '../core/network.ts'
import { failureOf } from '../core/problem.ts'
import type { Lap, Shot, Stopwatch } from '../core/stopwatch.ts'
import type { Attempt } from './attempt.ts'
import { connectTo } from './connect.ts'
import type { Turns } from './request-queue.ts'

export interface Bench {
  readonly origin: string
  /** Milliseconds. */
  readonly timeout: number
  readonly signal: AbortSignal
  readonly prepare: (req: Req) => WireRequest
  /** Waits for the turn, and counts. */
  readonly goAhead: () => Promise<void>
  readonly slots: Turns
  readonly way?: Way
  /** Told of every answer and of none. */
  readonly saw: (seen: Pick<Attempt, 'answer' | 'problem'>) => Promise<void>
}

export function openStopwatch({ origin, timeout, signal, prepare, goAhead, slots, saw, way }: Bench): Stopwatch {
  let connections = 0
  const open = () => {
    // An answer that drips would not meet undici's own limits.
    const limits = {
      headersTimeout: 0,
      bodyTimeout: 0,
      connect: connectTo(origin, timeout, way),
      maxHeaderSize: 64 * 1024,
    }
    const client = new Client(origin, { pipelining: 1, allowH2: false, ...limits })
    return client.on('connect', () => connections++)
  }
  let client = open()
  const stop = () => void client.destroy()
  const renew = async () => {
    const old = client
    client = open()
    await old.destroy()
  }
  signal.addEventListener('abort', stop, { once: true })
  return {
    load: (req) => flattened(prepare(req)),
    time: (shot) =>
      slots.run(async () => {
        await goAhead()
        const before = connections
        const late = setTimeout(renew, timeout)
        const lap = await new Promise<Omit<Lap, 'fresh'>>((resolve) => client.dispatch({ ...shot }, new Timer(resolve)))
        clearTimeout(late)
        signal.throwIfAborted()
        await saw(seenOf(lap))
        return { ...lap, fresh: connections > before }
      }),
    reconnect: renew,
    async close() {
      signal.removeEventListener('abort', stop)
      await client.destroy()
    },
  }
}

const seenOf = ({ status, problem = '' }: Omit<Lap, 'fresh'>): Parameters<Bench['saw']>[0] =>
  status === undefined
    ? { problem: { kind: 'connection', message: problem } }
    : { answer: { status, reason: '', headers: [], body: Buffer.alloc(0) } }

/** Text that was joined from pieces is slower to write than text that was not: all is copied, once. */
function flattened({ method, path, headers }: WireRequest): Shot {
  const copy = (text: string) => Buffer.from(text, 'latin1').toString('latin1')
  return { method, path: copy(path), headers: headers.map(copy) }
}

class Timer implements Dispatcher.DispatchHandler {
  readonly #resolve: (lap: Omit<Lap, 'fresh'>) => void
  #start = 0
  #status = 0

  constructor(resolve: (lap: Omit<Lap, 'fresh'>) => void) {
    this.#resolve = resolve
  }

  onRequestStart(): void {
    this.#start = performance.now()
  }

  onResponseStart(_controller: Dispatcher.DispatchController, status: number): void {
    this.#status = status
  }

  onResponseData(): void {}

  onResponseEnd(): void {
    this.#resolve({ us: (performance.now() - this.#start) * 1000, status: this.#status })
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    const late = error instanceof errors.ClientDestroyedError
    this.#resolve({ us: Number.NaN, problem: late ? 'no complete answer in time' : failureOf(error).problem.message })
  }
}
