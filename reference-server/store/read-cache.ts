const ROOM = 1000

/** Cache of reads, cleared by each write. This process is the only writer of the database. */
export function readCache<T>() {
  const known = new Map<string, T>()
  return {
    get: (slot: string, read: () => T): T => {
      const hit = known.get(slot)
      if (hit !== undefined) return hit
      const value = read()
      if (known.size >= ROOM) known.clear()
      known.set(slot, value)
      return value
    },
    clear: () => known.clear(),
  }
}
