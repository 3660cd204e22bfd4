export interface Queue {
  /** Resolves or rejects as `work` does. */
  run<T>(work: () => Promise<T>, rank?: number): Promise<T>
}

/** The rank ahead of all others. */
export const URGENT = 0

/** Priority queue that runs at most `concurrency` pieces of work: the lowest rank first, within a rank in order of arrival. */
export function createQueue(concurrency: number): Queue {
  let running = 0
  const waiting: (() => void)[][] = []
  return {
    async run(work, rank = URGENT) {
      if (running < concurrency) running++
      else
        await new Promise<void>((resolve) => {
          waiting[rank] ??= []
          waiting[rank].push(resolve)
        })
      try {
        return await work()
      } finally {
        // The place passes straight to the next in line: work that arrives now does not overtake it.
        const next = waiting.find((line) => line && line.length > 0)?.shift()
        if (next) next()
        else running--
      }
    },
  }
}
