import { sleep } from './sleep.ts'

/** Says when the next request may go out. */
export interface Pacer {
  /** Resolves when it is the caller's turn, in the order of calls; rejects with the reason of the signal. */
  turn(signal: AbortSignal): Promise<void>
  /** Nobody gets a turn for so many milliseconds. */
  pause(ms: number): void
}

/** Milliseconds by which a late timer may be caught up: timers are late by a millisecond or so, which adds up. */
const SLACK = 5

/** `rate` in requests per second, evenly spaced; undefined: no limit. */
export function createPacer(rate?: number): Pacer {
  const interval = rate === undefined ? 0 : 1000 / rate
  let nextAt = 0
  let pausedUntil = 0
  let last: Promise<void> = Promise.resolve()

  async function wait(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted()
    for (let ms = left(); ms > 0; ms = left()) await sleep(ms, signal)
    nextAt = Math.max(nextAt, performance.now() - SLACK) + interval
  }
  const left = (): number => Math.max(interval > 0 ? nextAt : 0, pausedUntil) - performance.now()

  return {
    turn(signal) {
      const mine = last.then(() => wait(signal))
      last = mine.catch(() => undefined)
      return mine
    },
    pause(ms) {
      pausedUntil = Math.max(pausedUntil, performance.now() + ms)
    },
  }
}
