/** Keeps the sessions of a run from sending while one of them measures time. */
export interface TimingLock {
  /** Resolves when ordinary requests may be sent, with a function to call after the last of them. */
  enter(): Promise<() => void>
  /** Runs `work` while no session is between `enter` and leaving. */
  alone<T>(work: () => Promise<T>): Promise<T>
}

/** A lock for the sessions of one run. First come, first served. */
export function createTimingLock(): TimingLock {
  const inside = new Set<Promise<void>>()
  let lastAlone: Promise<unknown> = Promise.resolve()
  return {
    async enter() {
      await lastAlone
      const { promise, resolve } = Promise.withResolvers<void>()
      inside.add(promise)
      return () => {
        inside.delete(promise)
        resolve()
      }
    },
    alone(work) {
      const earlier = lastAlone
      const mine = earlier.then(() => Promise.all(inside)).then(work)
      lastAlone = mine.catch(() => undefined)
      return mine
    },
  }
}
