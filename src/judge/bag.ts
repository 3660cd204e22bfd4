import { createHash } from 'node:crypto'

/** What was read, each thing as often as it was read, whatever the order. */
export interface Bag {
  add(text: string): void
  readonly size: number
  /** How often each was read. Of a long reading only a part is kept, always the same one, so that two readings can be compared. */
  readonly counts: ReadonlyMap<string, number>
  /** One of how many is kept. */
  readonly oneOf: number
  /** The first that was read twice. */
  readonly repeated: string | undefined
}

/** Things that are kept apart, however many are read: a few dozen megabytes at the most. */
const MOST_KEPT = 100_000
/** Longer texts are kept by their digest. */
const LONG = 64

/** `expected`: about how many different things are to be read. */
export function createBag(expected = 0, mostKept = MOST_KEPT): Bag {
  const counts = new Map<string, number>()
  const oneOf = Math.max(1, Math.ceil(expected / mostKept))
  let size = 0
  let repeated: string | undefined
  return {
    add(text) {
      size++
      // Stryker disable next-line ConditionalExpression,EqualityOperator: of one in one all are kept, digested or not
      if (oneOf > 1 && digest(text).readUInt32LE() % oneOf !== 0) return
      // Stryker disable next-line EqualityOperator: how a text of just that length is kept changes no comparison
      const key = text.length > LONG ? digest(text).toString('base64') : text
      const count = (counts.get(key) ?? 0) + 1
      counts.set(key, count)
      if (count === 2) repeated ??= text
    },
    counts,
    oneOf,
    get size() {
      return size
    },
    get repeated() {
      return repeated
    },
  }
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest()

/** What the first holds and the other does not, or not as often. */
export function lacking(one: Bag, other: Bag): string[] {
  return [...one.counts].filter(([key, count]) => count > (other.counts.get(key) ?? 0)).map(([key]) => key)
}

export const sameBag = (one: Bag, other: Bag): boolean =>
  one.size === other.size && lacking(one, other).length === 0 && lacking(other, one).length === 0

/** How many different things they hold together; an estimate where only a part is kept. */
export const distinctIn = (first: Bag, ...others: readonly Bag[]): number =>
  new Set([first, ...others].flatMap(({ counts }) => [...counts.keys()])).size * first.oneOf
