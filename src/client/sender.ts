import { setMaxListeners } from 'node:events'
import type { Pool } from 'undici'
import type { ClientOptions, Stats } from './client.ts'
import { BudgetSpent } from './ends.ts'
import type { Exchange, Req } from './exchange.ts'
import { createIntake } from './intake.ts'
import { placeOf } from './locate.ts'
import { createPacer } from './pacer.ts'
import { type Prepared, prepare, record } from './record.ts'
import { createRedactor } from './redact.ts'
import { type Pause, retryPolicy } from './retry.ts'
import { sleep } from './sleep.ts'
import type { Slots } from './slots.ts'
import { openStopwatch, type Stopwatch } from './stopwatch.ts'
import { attempt } from './wire.ts'

/** Bytes of a body, before and after its Content-Encoding is undone. */
const MAX_BODY = 8 * 1024 * 1024
/** Bytes that bodies under way hold together, before they wait for each other. */
const MAX_INTAKE = 4 * 1024 * 1024

/** What goes out over one pool of connections. */
export interface Errand {
  readonly req: Req
  readonly rule: string
  readonly retries?: number
  readonly urgent?: boolean
  readonly slot?: string
  readonly pool: Pool
  readonly slots: Slots
}

export interface Sender {
  readonly origin: string
  send(errand: Errand): Promise<Exchange>
  stopwatch(rule: string): Stopwatch
  stats(): Stats
}

/** Sends to one target: numbers, paces, counts, tries again and records, whatever the connection. */
export function createSender(options: ClientOptions, stop: AbortSignal): Sender {
  // Each request in flight listens, and node warns of a leak when eleven do.
  setMaxListeners(0, stop)
  const { secrets, timeout, maxRequests = Number.POSITIVE_INFINITY, version } = options
  const userAgent = `tenant-api-conformance${version ? `/${version}` : ''}`
  const place = placeOf(options.baseUrl)
  const pacer = createPacer(options.rate)
  const redactor = createRedactor(secrets)
  const identity = { place, secrets, redactor, userAgent }
  const recording = { redactor, maxBody: MAX_BODY }
  const limits = { timeout, maxBody: MAX_BODY, intake: createIntake(MAX_INTAKE), signal: stop }
  let requests = 0
  let resent = 0
  let numbered = 0

  /** Waits for the turn, then counts. Rejects with `Stopped` or `BudgetSpent`. */
  async function goAhead(urgent?: boolean): Promise<void> {
    await pacer.turn(stop, urgent)
    if (requests >= maxRequests) throw new BudgetSpent(`all ${maxRequests} requests of this run have been sent`)
    requests++
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
    await goAhead(errand.urgent)
    const n = ++numbered
    const pauseAfter = retryPolicy(errand.retries)
    for (let retries = 0; ; retries++) {
      const got = await attempt(pool, prepared.wire, limits)
      const pause = pauseAfter(got)
      if (pause && (await again(pause))) continue
      return { n, rule, ...prepared.recorded, retries, ...record(prepared, got, recording) }
    }
  }

  return {
    origin: place.origin,
    async send(errand) {
      const prepared = prepare(errand.req, identity)
      const done = await errand.slots.run(() => exchange(errand, prepared), errand.urgent)
      options.onExchange?.(done, errand.slot ?? errand.rule)
      return done
    },
    stopwatch: (rule) =>
      openStopwatch({
        origin: place.origin,
        timeout,
        signal: stop,
        prepare: (req) => prepare(req, identity).wire,
        goAhead: () => goAhead().then(() => options.onTimed?.(rule)),
      }),
    stats: () => ({ requests, retries: resent }),
  }
}
