import { sleep } from './sleep.ts'

/** Says when the next request may go out. */
export interface Pacer {
  /** Resolves when it is the caller's turn, in the order of calls, urgent ones first; rejects with the reason of the signal. */
  turn(signal: AbortSignal, urgent?: boolean): Promise<void>
  /** Nobody gets a turn for so many milliseconds. */
  pause(ms: number): void
}

interface Waiter {
  readonly signal: AbortSignal
  readonly go: () => void
  readonly giveUp: (reason: unknown) => void
}

/**
 * Milliseconds of delay that are made up for: timers are late, and a busy machine makes them later, which adds up. It is little
 * beside any seconds over which a rate is counted.
 */
const SLACK = 80
/** While it is made up for, the distance is shorter, and never so short that it makes a burst. A timer ends within a millisecond. */
const SHORTEST = 0.8
const TIMER = 1

/** `rate` in requests per second, evenly spaced; undefined: no limit. */
export function createPacer(rate?: number): Pacer {
  const interval = rate === undefined ? 0 : 1000 / rate
  const shortest = Math.max(0, SHORTEST * interval - TIMER)
  const urgently: Waiter[] = []
  const waiting: Waiter[] = []
  /** When the next turn is due, and the moment before which there is none. */
  let dueAt = 0
  let nextAt = 0
  let pausedUntil = 0
  let serving = false

  async function serve(): Promise<void> {
    if (serving) return
    serving = true
    // That nobody came is no delay.
    dueAt = Math.max(dueAt, performance.now())
    for (let next = urgently[0] ?? waiting[0]; next; next = urgently[0] ?? waiting[0]) {
      const { signal } = next
      for (let ms = left(); ms > 0 && !signal.aborted; ms = left()) await sleep(ms, signal).catch(() => undefined)
      // Somebody urgent may have come meanwhile.
      letGo((urgently.shift() ?? waiting.shift())!)
    }
    serving = false
  }
  const left = (): number => Math.max(dueAt, nextAt, pausedUntil) - performance.now()

  function letGo({ signal, go, giveUp }: Waiter): void {
    if (signal.aborted) giveUp(signal.reason)
    else {
      const now = performance.now()
      dueAt = Math.max(dueAt, pausedUntil, now - SLACK) + interval
      nextAt = now + shortest
      go()
    }
  }

  return {
    turn: (signal, urgent = false) =>
      new Promise((go, giveUp) => {
        const line = urgent ? urgently : waiting
        line.push({ signal, go, giveUp })
        serve()
      }),
    pause(ms) {
      pausedUntil = Math.max(pausedUntil, performance.now() + ms)
    },
  }
}
