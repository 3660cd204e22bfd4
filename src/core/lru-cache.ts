/** LRU cache bounded by the sum of the sizes of its entries. */
export class LruCache<Key, Value> {
  readonly #maxSize: number
  /** The least recently used entry comes first. */
  readonly #entries = new Map<Key, { readonly value: Value; readonly size: number }>()
  #size = 0

  constructor(maxSize: number) {
    this.#maxSize = maxSize
  }

  get(key: Key): Value | undefined {
    const entry = this.#entries.get(key)
    if (!entry) return undefined
    this.#entries.delete(key)
    this.#entries.set(key, entry)
    return entry.value
  }

  /** An entry larger than the whole cache is not kept. */
  set(key: Key, value: Value, size: number): void {
    this.#delete(key)
    this.#entries.set(key, { value, size })
    this.#size += size
    for (const oldest of this.#entries.keys()) {
      if (this.#size <= this.#maxSize) break
      this.#delete(oldest)
    }
  }

  clear(): void {
    this.#entries.clear()
    this.#size = 0
  }

  #delete(key: Key): void {
    this.#size -= this.#entries.get(key)?.size ?? 0
    this.#entries.delete(key)
  }
}
