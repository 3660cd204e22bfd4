/** What was looked at last, up to so many bytes, and never fewer than `least`. */
export interface Recent<Key, Value> {
  get(key: Key): Value | undefined
  /** `bytes`: what it takes. */
  put(key: Key, bytes: number, value: Value): Value
}

export function createRecent<Key, Value>(most: number, least: number): Recent<Key, Value> {
  // The one that was looked at last stands last.
  const kept = new Map<Key, { readonly value: Value; readonly bytes: number }>()
  let sum = 0
  return {
    get(key) {
      const found = kept.get(key)
      if (!found) return undefined
      kept.delete(key)
      kept.set(key, found)
      return found.value
    },
    put(key, bytes, value) {
      sum += bytes - (kept.get(key)?.bytes ?? 0)
      kept.set(key, { value, bytes })
      for (const [oldest, one] of kept) {
        if (sum <= most || kept.size <= least) break
        kept.delete(oldest)
        sum -= one.bytes
      }
      return value
    },
  }
}
