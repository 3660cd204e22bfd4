export interface Queue {
  /** Resolves or rejects as `work` does. */
  run<T>(work: () => Promise<T>, rank?: number): Promise<T>
}

/** The rank ahead of all others. */
export const URGENT = 0

/** Priority queue that runs at most `concurrency` pieces of work: the lowest rank first, within a rank in order of arrival. */
export function createQueue(concurrency: number): Queue {
  let running = 0
  let isStarting = false
  const waiting: (() => void)[][] = []
  const takeNext = () => waiting.find((line) => line && line.length > 0)?.shift()
  const start = (): void => {
    isStarting = false
    while (running < concurrency) {
      const next = takeNext()
      if (!next) return
      running++
      next()
    }
  }
  /** Work that arrives in the same turn of the event loop is ranked before any of it starts. */
  const startSoon = (): void => {
    if (isStarting || running >= concurrency) return
    isStarting = true
    setImmediate(start)
  }
  return {
    async run(work, rank = URGENT) {
      if (rank === URGENT && running < concurrency) running++
      else
        await new Promise<void>((resolve) => {
          waiting[rank] ??= []
          waiting[rank].push(resolve)
          startSoon()
        })
      try {
        return await work()
      } finally {
        // The place passes straight to the next in line: work that arrives now does not overtake it.
        const next = takeNext()
        if (next) next()
        else running--
      }
    },
  }
}
