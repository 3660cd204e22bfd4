/** Collects chunks of bytes. Doubles its memory as it fills up, so that a million chunks of one byte take a few megabytes. */
export class ByteBuffer {
  #memory = new ArrayBuffer(0)
  length = 0

  add(chunk: Buffer): void {
    const length = this.length + chunk.length
    // `transfer` frees the memory it leaves, which otherwise waits for a garbage collection.
    if (length > this.#memory.byteLength)
      this.#memory = this.#memory.transfer(Math.max(length, 2 * this.#memory.byteLength))
    chunk.copy(new Uint8Array(this.#memory), this.length)
    this.length = length
  }

  /** They share the memory of this buffer. */
  bytes(): Buffer {
    return Buffer.from(this.#memory, 0, this.length)
  }
}

/** Frees the memory of bytes that are no longer read, without waiting for a garbage collection. */
export function free({ buffer }: Buffer): void {
  if (buffer instanceof ArrayBuffer && !buffer.detached) buffer.transfer(0)
}
