import { TooLarge } from './decode-body.ts'
import { letGo } from './let-go.ts'
import { createRecent } from './recent.ts'
import { createSpill } from './spill.ts'
import { tidied } from './tidied.ts'

/** Bytes that are kept in memory; what comes on top of them goes to disk. */
const IN_MEMORY = 4 * 1024 * 1024
/** Bytes on disk. */
const ON_DISK = 2 * 1024 ** 3
/** Bytes of which what was made is still at hand. */
const AT_HAND = 4 * 1024 * 1024
/** The text and the JSON of one answer, however large: who looks at one looks at the other. */
const LEAST = 2

/** Keeps what is large as bytes out of the heap, as long as somebody may still ask for it, and makes it again when they do. */
export interface Shelf {
  /** What is made of the bytes, which are the shelf's from then on; `made` is that. Throws `TooLarge` where there is no room for them. */
  keep<Made>(bytes: Buffer, make: (bytes: Buffer) => Made, made: Made): () => Made
  /** What is made of something else that is kept, about as large as `bytes`. */
  again<Made>(bytes: number, make: () => Made, made: Made): () => Made
}

export function createShelf({ inMemory = IN_MEMORY, onDisk = ON_DISK, folder }: Partial<Room> = {}): Shelf {
  const spill = createSpill(onDisk, folder)
  // Who looks at an answer looks more than once.
  const atHand = createRecent<object, unknown>(AT_HAND, LEAST)
  let held = 0
  const gone = new FinalizationRegistry<() => void>((leave) => leave())

  function store(bytes: Buffer): Stored {
    const { length } = bytes
    if (held + length <= inMemory) {
      held += length
      const leave = () => {
        held -= length
      }
      return { use: (make) => make(bytes), leave }
    }
    try {
      const place = spill.put(bytes)
      letGo(bytes)
      return { use: (make) => made(spill.get(place), make), leave: () => spill.free(place) }
    } catch (error) {
      throw new TooLarge(`answers that are still needed hold more than can be kept (${(error as Error).message})`)
    }
  }

  const again = <Made>(bytes: number, make: () => Made, made: Made) => {
    const key = {}
    const put = (made: Made): Made => {
      atHand.put(key, bytes, made)
      tidied()
      return made
    }
    put(made)
    return () => (atHand.get(key) as Made | undefined) ?? put(make())
  }
  return {
    keep(bytes, make, made) {
      // What goes to disk has no length any more.
      const { length } = bytes
      const { use, leave } = store(bytes)
      const found = again(length, () => use(make), made)
      gone.register(found, leave)
      return found
    },
    again,
  }
}

interface Stored {
  use<Made>(make: (bytes: Buffer) => Made): Made
  /** Nobody can ask for it any more. */
  leave(): void
}

function made<Made>(bytes: Buffer, make: (bytes: Buffer) => Made): Made {
  const found = make(bytes)
  letGo(bytes)
  return found
}

interface Room {
  readonly inMemory: number
  readonly onDisk: number
  readonly folder: string
}
