import { randomUUID } from 'node:crypto'
import { closeSync, openSync, readSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Bytes that were put on disk. */
export interface Place {
  readonly from: number
  readonly length: number
}

/** A file that has no name any more: nobody else can open it, and it goes with the process, however that ends. */
export interface Spill {
  /** Throws where the disk takes no more. */
  put(bytes: Buffer): Place
  get(place: Place): Buffer
  /** The room of it may be used again. */
  free(place: Place): void
}

/** Files whose spill nobody can ask any more. */
const closing = new FinalizationRegistry<number>(closeSync)

export function createSpill(most: number, folder = tmpdir()): Spill {
  let file: number | undefined
  let end = 0
  // Rooms are powers of two, so that one that is free fits the next of its kind.
  const free = new Map<number, number[]>()
  const open = (): number => {
    if (file !== undefined) return file
    const path = join(folder, `tenant-conformance-${randomUUID()}`)
    file = openSync(path, 'wx+', 0o600)
    rmSync(path)
    closing.register(spill, file)
    return file
  }
  const roomFor = (length: number): number => {
    const room = roomOf(length)
    const known = free.get(room)?.pop()
    if (known !== undefined) return known
    if (end + room > most) throw new Error(`${most} bytes are kept already`)
    end += room
    return end - room
  }
  const spill: Spill = {
    put(bytes) {
      const place = { from: roomFor(bytes.length), length: bytes.length }
      let done = 0
      while (done < bytes.length) done += writeSync(open(), bytes, done, bytes.length - done, place.from + done)
      return place
    },
    get({ from, length }) {
      const bytes = Buffer.alloc(length)
      readSync(open(), bytes, 0, length, from)
      return bytes
    },
    free({ from, length }) {
      const room = roomOf(length)
      const known = free.get(room)
      if (known) known.push(from)
      else free.set(room, [from])
    },
  }
  return spill
}

const roomOf = (length: number): number => 2 ** Math.ceil(Math.log2(Math.max(length, 4096)))
