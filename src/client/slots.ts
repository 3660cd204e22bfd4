/** At most `size` pieces of work at a time; those who wait are served in the order they came, urgent ones first. */
export interface Slots {
  run<T>(work: () => Promise<T>, urgent?: boolean): Promise<T>
}

export function createSlots(size: number): Slots {
  let free = size
  const urgently: (() => void)[] = []
  const waiting: (() => void)[] = []
  const take = async (urgent: boolean): Promise<void> => {
    if (free > 0) free--
    else await new Promise<void>((resolve) => (urgent ? urgently : waiting).push(resolve))
  }
  /** The slot goes straight to the next in line, so that nobody can step in between. */
  const give = (): void => {
    const next = urgently.shift() ?? waiting.shift()
    if (next) next()
    else free++
  }
  return {
    async run(work, urgent = false) {
      await take(urgent)
      try {
        return await work()
      } finally {
        give()
      }
    },
  }
}
