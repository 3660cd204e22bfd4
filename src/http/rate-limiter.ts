import { sleep } from '../core/sleep.ts'
import { atOnce, scheduleFor } from './schedule.ts'

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

/** `rate` in requests per second, evenly spaced; undefined: no limit. */
export function createPacer(rate?: number): Pacer {
  const schedule = rate === undefined ? atOnce : scheduleFor(rate)
  const urgently: Waiter[] = []
  const waiting: Waiter[] = []
  let pausedUntil = 0
  let serving = false

  async function serve(): Promise<void> {
    if (serving) return
    serving = true
    schedule.idleUntil(performance.now())
    for (let next = urgently[0] ?? waiting[0]; next; next = urgently[0] ?? waiting[0]) {
      const { signal } = next
      for (let ms = left(); ms > 0 && !signal.aborted; ms = left()) await sleep(ms, signal).catch(() => undefined)
      // Somebody urgent may have come meanwhile.
      letGo((urgently.shift() ?? waiting.shift())!)
    }
    serving = false
  }
  const left = (): number => Math.max(schedule.dueAt(), pausedUntil) - performance.now()

  function letGo({ signal, go, giveUp }: Waiter): void {
    if (signal.aborted) giveUp(signal.reason)
    else {
      // What was a pause is no delay either.
      schedule.idleUntil(pausedUntil)
      schedule.went(performance.now())
      go()
    }
  }

  const free = (): boolean => rate === undefined && !serving && pausedUntil <= performance.now()
  return {
    async turn(signal, urgent = false) {
      if (free()) return signal.throwIfAborted()
      await new Promise<void>((go, giveUp) => {
        const line = urgent ? urgently : waiting
        line.push({ signal, go, giveUp })
        serve()
      })
    },
    pause(ms) {
      pausedUntil = Math.max(pausedUntil, performance.now() + ms)
    },
  }
}
