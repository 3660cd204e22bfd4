import { sleep } from '../core/sleep.ts'
import { createSchedule, UNLIMITED } from './schedule.ts'

export interface RateLimiter {
  /** Resolves when the caller may send: urgent callers first, then in order of calls. Rejects with the reason of the signal. */
  turn(signal: AbortSignal, urgent?: boolean): Promise<void>
  /** Lets nobody send for this many milliseconds. */
  pause(ms: number): void
}

interface Waiter {
  readonly signal: AbortSignal
  readonly resolve: () => void
  readonly reject: (reason: unknown) => void
}

/** Rate limiter for `rate` requests per second, evenly spaced; undefined: no limit. */
export function createRateLimiter(rate?: number): RateLimiter {
  const schedule = rate === undefined ? UNLIMITED : createSchedule(rate)
  const urgentWaiters: Waiter[] = []
  const waiters: Waiter[] = []
  let pausedUntil = 0
  let serving = false

  const remaining = (): number => Math.max(schedule.dueAt(), pausedUntil) - performance.now()

  async function serve(): Promise<void> {
    if (serving) return
    serving = true
    schedule.idleUntil(performance.now())
    for (let next = urgentWaiters[0] ?? waiters[0]; next; next = urgentWaiters[0] ?? waiters[0]) {
      const { signal } = next
      for (let ms = remaining(); ms > 0 && !signal.aborted; ms = remaining())
        await sleep(ms, signal).catch(() => undefined)
      // An urgent caller may have arrived meanwhile.
      release((urgentWaiters.shift() ?? waiters.shift())!)
    }
    serving = false
  }

  function release({ signal, resolve, reject }: Waiter): void {
    if (signal.aborted) reject(signal.reason)
    else {
      // A pause is no delay that is made up for.
      schedule.idleUntil(pausedUntil)
      schedule.sent(performance.now())
      resolve()
    }
  }

  return {
    async turn(signal, urgent = false) {
      if (rate === undefined && !serving && pausedUntil <= performance.now()) return signal.throwIfAborted()
      await new Promise<void>((resolve, reject) => {
        const line = urgent ? urgentWaiters : waiters
        line.push({ signal, resolve, reject })
        serve()
      })
    },
    pause(ms) {
      pausedUntil = Math.max(pausedUntil, performance.now() + ms)
    },
  }
}
