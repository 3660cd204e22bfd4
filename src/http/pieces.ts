/** Bytes that are made text at once: Node keeps a longer text where its memory is free again only after a while. */
const PIECE = 512 * 1024

/** UTF-8 in pieces that can be decoded one by one, none of which ends within a character. */
export function* pieces(bytes: Buffer, most = PIECE): Generator<Buffer> {
  for (let from = 0, to: number; from < bytes.length; from = to) {
    to = Math.min(from + most, bytes.length)
    while (to > from + most - 3 && isContinued(bytes[to])) to--
    yield bytes.subarray(from, to)
  }
}

const isContinued = (byte: number | undefined): boolean => byte !== undefined && (byte & 0xc0) === 0x80

/** Of bytes that were text before. */
export function textOf(bytes: Buffer): string {
  let text = ''
  for (const piece of pieces(bytes)) text += piece.toString()
  return text
}
