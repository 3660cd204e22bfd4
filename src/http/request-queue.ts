export interface Turns {
  run<T>(work: () => Promise<T>, rank?: number): Promise<T>
}

/** Ahead of all others. */
export const URGENT = 0

/** Runs at most `size` pieces of work at a time. The lowest rank goes first, and within a rank the first to come. */
export function createSlots(size: number): Turns {
  let running = 0
  const waiting: (() => void)[][] = []
  return {
    async run(work, rank = URGENT) {
      if (running < size) running++
      else
        await new Promise<void>((resolve) => {
          waiting[rank] ??= []
          waiting[rank].push(resolve)
        })
      try {
        return await work()
      } finally {
        // The slot passes straight to the next in line, so that nobody can step in between.
        const next = waiting.find((line) => line && line.length > 0)?.shift()
        if (next) next()
        else running--
      }
    },
  }
}
