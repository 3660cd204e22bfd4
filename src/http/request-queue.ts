export interface Turns {
  run<T>(work: () => Promise<T>, rank?: number): Promise<T>
}

/** At most `size` pieces of work at a time; of those who wait the lowest rank goes first, and of one rank the first to come. */
export interface Slots extends Turns {
  /** From now on at most so many at a time; what is under way goes on. */
  resize(size: number): void
}

/** Ahead of all others. */
export const URGENT = 0

export function createSlots(size: number): Slots {
  let most = size
  let busy = 0
  const lines: (() => void)[][] = []
  /** The slot goes straight to the next in line, so that nobody can step in between. */
  const serve = (): void => {
    while (busy < most) {
      const next = lines.find((line) => line && line.length > 0)?.shift()
      if (!next) return
      busy++
      next()
    }
  }
  return {
    async run(work, rank = URGENT) {
      // Whoever waits does so because all slots are taken.
      if (busy < most) busy++
      else
        await new Promise<void>((resolve) => {
          lines[rank] ??= []
          lines[rank].push(resolve)
        })
      try {
        return await work()
      } finally {
        busy--
        serve()
      }
    },
    resize(size) {
      most = size
      serve()
    },
  }
}
