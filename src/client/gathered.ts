/** Bytes that come in pieces, in one stretch: a million pieces of one byte cost a million bytes. */
export class Gathered {
  #bytes: Buffer = Buffer.alloc(0)
  size = 0

  add(piece: Buffer): void {
    const size = this.size + piece.length
    if (size > this.#bytes.length) {
      const larger = Buffer.allocUnsafeSlow(Math.max(size, this.#bytes.length * 2))
      this.#bytes.copy(larger, 0, 0, this.size)
      this.#bytes = larger
    }
    piece.copy(this.#bytes, this.size)
    this.size = size
  }

  whole(): Buffer {
    return this.#bytes.subarray(0, this.size)
  }
}
