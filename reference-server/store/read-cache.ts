const ROOM = 1000

/** What was read, until the next write clears it. A database of a single writer, this process, allows that. */
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
