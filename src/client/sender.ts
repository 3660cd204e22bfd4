import { setMaxListeners } from 'node:events'
import { createBreaker } from './breaker.ts'
import type { ClientOptions, Stats } from './client.ts'
import { BudgetSpent, stoppedBy } from './ends.ts'
import type { Exchange, Req } from './exchange.ts'
import { createIntake } from './intake.ts'
import { letGo } from './let-go.ts'
import { placeOf } from './locate.ts'
import { createPacer } from './pacer.ts'
import { createReader } from './reader.ts'
import { type Prepared, prepare, record } from './record.ts'
import { createRedactor } from './redact.ts'
import { type Pause, retryPolicy } from './retry.ts'
import { createShelf } from './shelf.ts'
import { sleep } from './sleep.ts'
import { type Turns, URGENT } from './slots.ts'
import { openStopwatch, type Stopwatch } from './stopwatch.ts'
import { type Attempt, attempt, openPool, type Transport, type WireRequest } from './wire.ts'

/** Bytes of a body, before and after its Content-Encoding is undone. */
const MAX_BODY = 8 * 1024 * 1024
/** Bytes that bodies under way hold together, before they wait for each other. */
const MAX_INTAKE = 4 * 1024 * 1024

/** What goes out over one pool of connections. */
export interface Errand {
  readonly req: Req
  readonly rule: string
  readonly retries?: number
  readonly rank?: number
  readonly slot?: string
  readonly pool: Transport
  readonly slots: Turns
}

export interface Sender {
  readonly origin: string
  send(errand: Errand): Promise<Exchange>
  /** `slots`: those of the client, since what is timed is under way as well. */
  stopwatch(rule: string, slots: Turns): Stopwatch
  stats(): Stats
}

/** What a probe is counted under. */
const PROBE = 'probe'

/** Sends to one target: numbers, paces, counts, tries again and records, whatever the connection. */
export function createSender(options: ClientOptions, stop: AbortSignal): Sender {
  // Each request in flight listens, and node warns of a leak when eleven do.
  setMaxListeners(0, stop)
  const { secrets, timeout, maxRequests = Number.POSITIVE_INFINITY, version } = options
  const userAgent = `tenant-api-conformance${version ? `/${version}` : ''}`
  const place = placeOf(options.baseUrl)
  const pacer = createPacer(options.rate)
  const { redactor = createRedactor(secrets) } = options
  const identity = { place, secrets, redactor, userAgent }
  const recording = { redactor, read: createReader(MAX_BODY), shelf: createShelf() }
  const limits = { timeout, maxBody: MAX_BODY, intake: createIntake(MAX_INTAKE), signal: stop }
  let requests = 0
  let resent = 0
  let numbered = 0

  /** Waits for the turn, then counts. Rejects with `Stopped` or `BudgetSpent`. */
  async function goAhead(urgent?: boolean): Promise<void> {
    await pacer.turn(stop, urgent)
    while (breaker.doubt()) {
      await breaker.doubt()
      await pacer.turn(stop, urgent)
    }
    count()
  }

  function count(): void {
    if (requests >= maxRequests) throw new BudgetSpent(`all ${maxRequests} requests of this run have been sent`)
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
    return attempt(pool, request, limits).finally(() => pool.destroy())
  }

  /** Whether it may be sent again, once the pause is over. */
  async function again({ ms, everyone }: Pause): Promise<boolean> {
    if (everyone) pacer.pause(ms)
    try {
      if (!everyone) await sleep(ms, stop)
      await goAhead()
    } catch {
      return false
    }
    resent++
    return true
  }

  async function exchange({ rule, pool, ...errand }: Errand, prepared: Prepared): Promise<Exchange> {
    await goAhead(errand.rank === URGENT)
    const n = ++numbered
    const pauseAfter = retryPolicy(errand.retries)
    for (let retries = 0; ; retries++) {
      const got = await attempt(pool, prepared.wire, limits)
      await breaker.saw(got, prepared.wire)
      const pause = pauseAfter(got)
      if (pause && (await again(pause))) continue
      const last = pause && stop.aborted ? cut(got) : got
      const outcome = record(prepared, last, recording)
      if (got.answer) letGo(got.answer.body)
      return { n, rule, ...prepared.recorded, retries, ...outcome }
    }
  }

  /** What would have been sent again says less than what ended the run. */
  const cut = ({ sentAt, ms }: Attempt): Attempt => ({
    ...{ sentAt, ms },
    problem: { kind: 'stopped', message: stoppedBy(stop).message },
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
    stats: () => ({ requests, retries: resent }),
  }
}
