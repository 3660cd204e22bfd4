/** At most `size` pieces of work at a time; those who wait are served in the order they came. */
export interface Slots {
  run<T>(work: () => Promise<T>): Promise<T>
}

export function createSlots(size: number): Slots {
  let free = size
  const waiting: (() => void)[] = []
  const take = async (): Promise<void> => {
    if (free > 0) free--
    else await new Promise<void>((resolve) => waiting.push(resolve))
  }
  /** The slot goes straight to the next in line, so that nobody can step in between. */
  const give = (): void => {
    const next = waiting.shift()
    if (next) next()
    else free++
  }
  return {
    async run(work) {
      await take()
      try {
        return await work()
      } finally {
        give()
      }
    },
  }
}
