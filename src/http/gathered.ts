/** Bytes that come in pieces, in one stretch: a million pieces of one byte cost a million bytes. One that comes alone is not copied. */
export class Gathered {
  #only: Buffer | undefined
  #bytes: ArrayBuffer | undefined
  size = 0

  add(piece: Buffer): void {
    if (this.size === 0) this.#only = piece
    else this.#append(piece)
    this.size += piece.length
  }

  #append(piece: Buffer): void {
    const size = this.size + piece.length
    this.#bytes ??= this.#begun(size)
    // What it stood in before is free at once, and not when garbage is collected.
    if (size > this.#bytes.byteLength) this.#bytes = this.#bytes.transfer(Math.max(size, this.#bytes.byteLength * 2))
    piece.copy(new Uint8Array(this.#bytes), this.size)
  }

  #begun(size: number): ArrayBuffer {
    const bytes = new ArrayBuffer(size)
    this.#only?.copy(new Uint8Array(bytes))
    this.#only = undefined
    return bytes
  }

  whole(): Buffer {
    return this.#only ?? Buffer.from(this.#bytes ?? new ArrayBuffer(0), 0, this.size)
  }
}
