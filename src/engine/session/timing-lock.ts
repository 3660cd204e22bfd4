/** Keeps the sessions of a run from sending while one of them measures time. */
export interface TimingLock {
  /** Resolves when ordinary requests may be sent, with a function that ends that permission. */
  enter(): Promise<() => void>
  /** Runs `work` while no session holds that permission. */
  alone<T>(work: () => Promise<T>): Promise<T>
}

/** Create the lock for the sessions of one run: first come, first served. */
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
      const result = earlier.then(() => Promise.all(inside)).then(work)
      lastAlone = result.catch(() => undefined)
      return result
    },
  }
}
