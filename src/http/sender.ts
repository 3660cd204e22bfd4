import { setMaxListeners } from 'node:events'
import {
  type CredentialClass,
  type Exchange,
  isServerError,
  type Req,
  type Response,
  type WireRequest,
} from '../core/exchange.ts'
import { sleep } from '../core/sleep.ts'
import { Stopped } from '../core/stopped.ts'
import type { Stopwatch } from '../core/stopwatch.ts'
import type { Attempt } from './attempt.ts'
import { apiRootOf } from './build-path.ts'
import { free } from './byte-buffer.ts'
import { createCircuitBreaker } from './circuit-breaker.ts'
import type { ClientOptions, SendOptions, Stats } from './client-options.ts'
import { createQueue, type Queue, URGENT } from './queue.ts'
import { createRateLimiter } from './rate-limiter.ts'
import { type Prepared, prepareRequest, recordExchange } from './record-exchange.ts'
import { createRedactor } from './redact.ts'
import { MAX_RETRIES, type Pause, retryPolicy } from './retry.ts'
import { openStopwatch } from './stopwatch.ts'
import { attempt, openPool, type Transport } from './transport.ts'

/** Bytes of a body, before and after its Content-Encoding is undone. */
const MAX_BODY = 8 * 1024 * 1024
const MAX_WIDE_BODY = 32 * 1024 * 1024
/** Large bodies received concurrently, independent of the number of requests in flight. */
const LARGE_BODIES = 1

/** A request, and what it is sent over. */
interface OutgoingRequest extends SendOptions {
  readonly req: Req
  readonly rule: string
  readonly pool: Transport
  readonly queue: Queue
}

export interface Sender {
  readonly origin: string
  send(outgoing: OutgoingRequest): Promise<Exchange>
  /** `queue`: that of the client, as timed requests are in flight as well. */
  stopwatch(rule: string, queue: Queue): Stopwatch
  reserve(): void
  spent(): Stopped | undefined
  stats(): Stats
}

/** `version`: of the suite. */
export const userAgentOf = (version?: string): string => `tenant-api-conformance${version ? `/${version}` : ''}`

/** Requests that waited in vain before others with such keys are not retried: a lockout, not a rate limit. */
const LOCKED_OUT = 2

/** Rule under which probes are counted. */
const PROBE = 'probe'

/**
 * Sends requests to one target, over any connection: limits the rate, numbers, counts, retries and records. `stop` ends requests,
 * `stopClosing` those that repeat a baseline request.
 */
export function createSender(options: ClientOptions, stop: AbortSignal, stopClosing: AbortSignal): Sender {
  // Each request in flight adds a listener; Node warns of a leak from eleven on.
  setMaxListeners(0, stop, stopClosing)
  const { secrets, timeout, maxRequests = Number.POSITIVE_INFINITY, version } = options
  const root = apiRootOf(options.baseUrl)
  const rateLimiter = createRateLimiter(options.rate)
  const { redactor = createRedactor(secrets) } = options
  const { headers: gateway, userAgent = userAgentOf(version) } = options.network ?? {}
  const identity = { place: root, secrets, redactor, userAgent, gateway }
  const limits = { timeout, maxBody: MAX_BODY, largeBodies: createQueue(LARGE_BODIES) }
  const maxBodyOf = ({ endpoint }: Req) =>
    endpoint !== null && endpoint === options.wideEndpoint ? MAX_WIDE_BODY : MAX_BODY
  let requests = 0
  let reserved = 0
  let spent: Stopped | undefined
  let resent = 0
  let numbered = 0
  let serverErrors = 0
  /** When a request with the active key was last not limited. */
  let passedAt = Number.NEGATIVE_INFINITY
  /** For each kind of key, the requests in a row that got 429 however long they waited, while the active key did not. */
  const inVain = new Map<CredentialClass, number>()

  /** Waits for permission to send, then counts the request. Rejects with `Stopped`. */
  async function goAhead({ urgent = false, closing = false } = {}): Promise<void> {
    const signal = closing ? stopClosing : stop
    await rateLimiter.turn(signal, urgent)
    while (breaker.whileOpen()) {
      await breaker.whileOpen()
      await rateLimiter.turn(signal, urgent)
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

  const breaker = createCircuitBreaker({
    signal: stop,
    patience: options.patience,
    giveUp: (why, lately) => options.onDown?.(why, lately),
    pathOf: ({ path }) => redactor.redact(path),
    async probe(request) {
      try {
        await rateLimiter.turn(stop, true)
        count()
      } catch {
        return undefined
      }
      options.onTimed?.(PROBE)
      const got = await alone(request)
      notePassed(got)
      return got
    },
  })

  function notePassed({ response }: Attempt): void {
    if (response && response.status !== 429) passedAt = performance.now()
  }

  /** Over a new connection: those that are open may be dead. */
  async function alone(request: WireRequest): Promise<Attempt> {
    const pool = (options.open ?? openPool)(root.origin, 1, timeout, options.network)
    return attempt(pool, request, { ...limits, signal: stop }).finally(() => pool.destroy())
  }

  /** Waits until a retry may be sent; resolves with what ended the run if it may not. */
  async function again({ ms, everyone }: Pause, closing?: boolean): Promise<Stopped | undefined> {
    if (everyone) rateLimiter.pause(ms)
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

  async function exchange(
    { rule, pool, closing, ...outgoing }: OutgoingRequest,
    prepared: Prepared,
  ): Promise<Exchange> {
    await goAhead({ urgent: outgoing.rank === URGENT, closing })
    const maxBody = maxBodyOf(outgoing.req)
    const bounds = { ...limits, maxBody, signal: closing ? stopClosing : stop }
    const recording = { redactor, maxBody }
    const n = ++numbered
    const { class: kind } = outgoing.req.credential
    const startedAt = performance.now()
    const pauseAfter = retryPolicy((inVain.get(kind) ?? 0) >= LOCKED_OUT ? 0 : outgoing.retries)
    let limited: Response | undefined
    for (let retries = 0; ; retries++) {
      const got = await attempt(pool, prepared.wire, bounds)
      if (isServerError(got.response?.status ?? 0)) serverErrors++
      await breaker.record(got, prepared.wire)
      const isLimited = got.response?.status === 429
      if (kind === 'active') notePassed(got)
      const pause = pauseAfter(got)
      const stopped = pause && (await again(pause, closing))
      if (pause && !stopped) {
        if (isLimited) limited ??= recordExchange(prepared, got, recording).response
        continue
      }
      if (!isLimited) inVain.delete(kind)
      else if (kind !== 'active' && retries >= MAX_RETRIES && passedAt > startedAt)
        inVain.set(kind, (inVain.get(kind) ?? 0) + 1)
      const outcome = recordExchange(prepared, stopped ? cut(got, stopped) : got, recording)
      if (got.response) free(got.response.body)
      return { n, rule, ...prepared.recorded, retries, ...(limited && { limited }), ...outcome }
    }
  }

  /** Instead of the outcome that a retry would have replaced: what ended the run. */
  const cut = ({ sentAt, ms }: Attempt, { message }: Stopped): Attempt => ({
    ...{ sentAt, ms },
    problem: { kind: 'stopped', message },
  })

  return {
    origin: root.origin,
    async send(outgoing) {
      const prepared = prepareRequest(outgoing.req, identity)
      const done = await outgoing.queue.run(() => exchange(outgoing, prepared), outgoing.rank)
      const noted = options.onExchange?.(done, outgoing.slot ?? outgoing.rule)
      if (noted) await noted
      return done
    },
    stopwatch: (rule, queue) =>
      openStopwatch({
        origin: root.origin,
        timeout,
        signal: stop,
        prepare: (req) => prepareRequest(req, identity).wire,
        queue,
        network: options.network,
        goAhead: () => goAhead().then(() => options.onTimed?.(rule)),
        onOutcome: breaker.record,
      }),
    reserve() {
      if (requests + reserved < maxRequests) reserved++
    },
    spent: () => spent,
    stats: () => ({ requests, retries: resent, serverErrors }),
  }
}
