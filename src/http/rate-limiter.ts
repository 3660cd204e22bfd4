import { sleep } from '../core/sleep.ts'

interface RateLimiter {
  /** Resolves when the caller may send: urgent callers first, then in order of calls. Rejects with the reason of the signal. */
  turn(signal: AbortSignal, urgent?: boolean): Promise<void>
  /** Blocks all callers for this many milliseconds. */
  pause(ms: number): void
}

interface Waiter {
  readonly signal: AbortSignal
  readonly resolve: () => void
  readonly reject: (reason: unknown) => void
}

/** Rate limiter for `rate` requests per second, evenly spaced (default: no limit). */
export function createRateLimiter(rate = Number.POSITIVE_INFINITY): RateLimiter {
  const interval = 1000 / rate
  const urgentWaiters: Waiter[] = []
  const waiters: Waiter[] = []
  let due = 0
  let pausedUntil = 0
  let serving = false

  const remaining = (): number => Math.max(due, pausedUntil) - performance.now()

  async function serve(): Promise<void> {
    if (serving) return
    serving = true
    // No request was waiting until now: that is no delay, and is not made up for.
    due = Math.max(due, performance.now())
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
      // Nor is a pause.
      due = nextDue(Math.max(due, pausedUntil), performance.now(), interval)
      resolve()
    }
  }

  return {
    async turn(signal, urgent = false) {
      if (interval === 0 && !serving && pausedUntil <= performance.now()) return signal.throwIfAborted()
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

/**
 * Milliseconds of delay that are made up for, because timers fire late and that adds up. Over any five seconds this is 0.4% of the
 * rate, in any tenth of a second a fifth.
 */
const SLACK_MS = 20

/** When a request is due after one that was due at `due` and is sent now, in milliseconds. */
export const nextDue = (due: number, now: number, interval: number): number => Math.max(due, now - SLACK_MS) + interval
