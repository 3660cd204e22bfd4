import { Client, type Dispatcher, errors } from 'undici'
import type { Req, WireRequest } from '../core/exchange.ts'
import type { NetworkOptions } from '../core/network-options.ts'
import { networkProblem } from '../core/network-problem.ts'
import type { Lap, Shot, Stopwatch } from '../core/stopwatch.ts'
import type { Attempt } from './attempt.ts'
import type { Queue } from './queue.ts'
import { connectionOptions } from './transport.ts'

export interface StopwatchOptions {
  readonly origin: string
  /** Milliseconds. */
  readonly timeout: number
  readonly signal: AbortSignal
  readonly prepare: (req: Req) => WireRequest
  /** Waits for permission to send, and counts the request. */
  readonly goAhead: () => Promise<void>
  readonly queue: Queue
  readonly network?: NetworkOptions
  /** Called after each request; the next one waits for it. */
  readonly onOutcome: (outcome: Pick<Attempt, 'response' | 'problem'>) => Promise<void>
}

export function openStopwatch({
  origin,
  timeout,
  signal,
  prepare,
  goAhead,
  queue,
  onOutcome,
  network,
}: StopwatchOptions): Stopwatch {
  let connections = 0
  const open = () => {
    const client = new Client(origin, connectionOptions(origin, timeout, network))
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
      queue.run(async () => {
        await goAhead()
        const before = connections
        const late = setTimeout(renew, timeout)
        const lap = await new Promise<Omit<Lap, 'fresh'>>((resolve) => client.dispatch({ ...shot }, new Timer(resolve)))
        clearTimeout(late)
        signal.throwIfAborted()
        await onOutcome(outcomeOf(lap))
        return { ...lap, fresh: connections > before }
      }),
    async close() {
      signal.removeEventListener('abort', stop)
      await client.destroy()
    },
  }
}

const outcomeOf = ({ status, problem = '' }: Omit<Lap, 'fresh'>): Parameters<StopwatchOptions['onOutcome']>[0] =>
  status === undefined
    ? { problem: { kind: 'connection', message: problem } }
    : { response: { status, reason: '', headers: [], body: Buffer.alloc(0) } }

/** Copies all text: text that was joined from pieces is slower to write. */
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
    this.#resolve({
      us: Number.NaN,
      problem: late ? 'no complete response in time' : networkProblem(error).problem.message,
    })
  }
}
