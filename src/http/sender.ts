import { setMaxListeners } from 'node:events'
import { type Exchange, isServerError, type Req, type WireRequest } from '../core/exchange.ts'
import { sleep } from '../core/sleep.ts'
import { Stopped } from '../core/stopped.ts'
import type { Stopwatch } from '../core/stopwatch.ts'
import type { Attempt } from './attempt.ts'
import { free } from './byte-buffer.ts'
import { createBreaker } from './circuit-breaker.ts'
import type { ClientOptions, Stats } from './client-options.ts'
import { createBodyDecoder } from './decode-body.ts'
import { placeOf } from './locate-path.ts'
import { createPacer } from './rate-limiter.ts'
import { type Prepared, prepare, record } from './record-exchange.ts'
import { createRedactor } from './redact.ts'
import { createSlots, type Turns, URGENT } from './request-queue.ts'
import { type Pause, retryPolicy } from './retry.ts'
import { openStopwatch } from './stopwatch.ts'
import { attempt, openPool, type Transport } from './transport.ts'

/** Bytes of a body, before and after its Content-Encoding is undone. */
const MAX_BODY = 8 * 1024 * 1024
/** Large bodies that are received at the same time, whatever the number of requests in flight. */
const LARGE_BODIES = 1

/** What goes out over one pool of connections. */
export interface Errand {
  readonly req: Req
  readonly rule: string
  readonly retries?: number
  readonly rank?: number
  readonly slot?: string
  readonly closing?: boolean
  readonly pool: Transport
  readonly slots: Turns
}

export interface Sender {
  readonly origin: string
  send(errand: Errand): Promise<Exchange>
  /** `slots`: those of the client, since what is timed is under way as well. */
  stopwatch(rule: string, slots: Turns): Stopwatch
  reserve(): void
  spent(): Stopped | undefined
  stats(): Stats
}

/** `version`: of the suite. */
export const userAgentOf = (version?: string): string => `tenant-api-conformance${version ? `/${version}` : ''}`

/** What a probe is counted under. */
const PROBE = 'probe'

/**
 * Sends to one target: numbers, paces, counts, tries again and records, whatever the connection. `stop` ends requests, `stopClosing`
 * those that repeat a baseline request.
 */
export function createSender(options: ClientOptions, stop: AbortSignal, stopClosing: AbortSignal): Sender {
  // Each request in flight listens, and node warns of a leak when eleven do.
  setMaxListeners(0, stop, stopClosing)
  const { secrets, timeout, maxRequests = Number.POSITIVE_INFINITY, version } = options
  const userAgent = userAgentOf(version)
  const place = placeOf(options.baseUrl)
  const pacer = createPacer(options.rate)
  const { redactor = createRedactor(secrets) } = options
  const identity = { place, secrets, redactor, userAgent }
  const recording = { redactor, decode: createBodyDecoder(MAX_BODY) }
  const limits = { timeout, maxBody: MAX_BODY, largeBodies: createSlots(LARGE_BODIES) }
  let requests = 0
  let reserved = 0
  let spent: Stopped | undefined
  let resent = 0
  let numbered = 0
  let serverErrors = 0

  /** Waits for the turn, then counts. Rejects with `Stopped`. */
  async function goAhead({ urgent = false, closing = false } = {}): Promise<void> {
    const signal = closing ? stopClosing : stop
    await pacer.turn(signal, urgent)
    while (breaker.doubt()) {
      await breaker.doubt()
      await pacer.turn(signal, urgent)
    }
    count(closing)
  }

  function count(closing = false): void {
    if (closing && reserved > 0) reserved--
    else if (requests + reserved >= maxRequests) {
      spent ??= new Stopped(`the run reached --max-requests ${maxRequests}`, 'budget')
      throw spent
    }
    requests++
  }

  const breaker = createBreaker({
    signal: stop,
    patience: options.patience,
    giveUp: (why) => options.onDown?.(why),
    async probe(request) {
      try {
        await pacer.turn(stop, true)
        count()
      } catch {
        return undefined
      }
      options.onTimed?.(PROBE)
      return alone(request)
    },
  })

  /** Over a connection of its own: those that are open may be dead. */
  async function alone(request: WireRequest): Promise<Attempt> {
    const pool = (options.open ?? openPool)(place.origin, 1, timeout, options.way)
    return attempt(pool, request, { ...limits, signal: stop }).finally(() => pool.destroy())
  }

  /** Waits until it may be sent again; resolves with what ended the run if it may not. */
  async function again({ ms, everyone }: Pause, closing?: boolean): Promise<Stopped | undefined> {
    if (everyone) pacer.pause(ms)
    try {
      if (!everyone) await sleep(ms, closing ? stopClosing : stop)
      await goAhead({ closing })
    } catch (error) {
      if (error instanceof Stopped) return error
      throw error
    }
    resent++
    return undefined
  }

  async function exchange({ rule, pool, closing, ...errand }: Errand, prepared: Prepared): Promise<Exchange> {
    await goAhead({ urgent: errand.rank === URGENT, closing })
    const bounds = { ...limits, signal: closing ? stopClosing : stop }
    const n = ++numbered
    const pauseAfter = retryPolicy(errand.retries)
    for (let retries = 0; ; retries++) {
      const got = await attempt(pool, prepared.wire, bounds)
      if (isServerError(got.answer?.status ?? 0)) serverErrors++
      await breaker.saw(got, prepared.wire)
      const pause = pauseAfter(got)
      const stopped = pause && (await again(pause, closing))
      if (pause && !stopped) continue
      const outcome = record(prepared, stopped ? cut(got, stopped) : got, recording)
      if (got.answer) free(got.answer.body)
      return { n, rule, ...prepared.recorded, retries, ...outcome }
    }
  }

  /** What would have been sent again says less than what ended the run. */
  const cut = ({ sentAt, ms }: Attempt, { message }: Stopped): Attempt => ({
    ...{ sentAt, ms },
    problem: { kind: 'stopped', message },
  })

  return {
    origin: place.origin,
    async send(errand) {
      const prepared = prepare(errand.req, identity)
      const done = await errand.slots.run(() => exchange(errand, prepared), errand.rank)
      const noted = options.onExchange?.(done, errand.slot ?? errand.rule)
      if (noted) await noted
      return done
    },
    stopwatch: (rule, slots) =>
      openStopwatch({
        origin: place.origin,
        timeout,
        signal: stop,
        prepare: (req) => prepare(req, identity).wire,
        slots,
        way: options.way,
        goAhead: () => goAhead().then(() => options.onTimed?.(rule)),
        saw: breaker.saw,
      }),
    reserve() {
      if (requests + reserved < maxRequests) reserved++
    },
    spent: () => spent,
    stats: () => ({ requests, retries: resent, serverErrors }),
  }
}
