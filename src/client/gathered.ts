/** Bytes that come in pieces, in one stretch: a million pieces of one byte cost a million bytes. */
export class Gathered {
  #bytes = new ArrayBuffer(0)
  size = 0

  add(piece: Buffer): void {
    const size = this.size + piece.length
    // What it stood in before is free at once, and not when garbage is collected.
    if (size > this.#bytes.byteLength) this.#bytes = this.#bytes.transfer(Math.max(size, this.#bytes.byteLength * 2))
    piece.copy(new Uint8Array(this.#bytes), this.size)
    this.size = size
  }

  whole(): Buffer {
    return Buffer.from(this.#bytes, 0, this.size)
  }
}
