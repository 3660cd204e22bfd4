/** Nobody reads the bytes any more: their memory is free at once, and not when garbage is collected. Small ones share theirs. */
export function letGo({ buffer, length }: Buffer): void {
  if (length > Buffer.poolSize && buffer instanceof ArrayBuffer && !buffer.detached) buffer.transfer(0)
}
