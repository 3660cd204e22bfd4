import { createHash } from 'node:crypto'

/** Multiset of texts. */
export interface Multiset {
  add(text: string): void
  readonly size: number
  /** Number of occurrences by text or digest. A large multiset keeps a deterministic sample, so that two can be compared. */
  readonly counts: ReadonlyMap<string, number>
  /** The sampling rate: one in `oneOf` texts is kept. */
  readonly oneOf: number
  /** The first text added twice. */
  readonly repeated: string | undefined
}

/** Maximum number of distinct texts: bounds memory to a few dozen megabytes. */
const MOST_KEPT = 100_000
/** Longer texts, in characters, are stored as digests. */
const LONG = 64

/** `expected`: estimated number of distinct texts. */
export function createMultiset(expected = 0, mostKept = MOST_KEPT): Multiset {
  const counts = new Map<string, number>()
  const oneOf = Math.max(1, Math.ceil(expected / mostKept))
  let size = 0
  let repeated: string | undefined
  return {
    add(text) {
      size++
      // Stryker disable next-line ConditionalExpression,EqualityOperator: a rate of one in one keeps all texts anyway
      if (oneOf > 1 && digest(text).readUInt32LE() % oneOf !== 0) return
      // Stryker disable next-line EqualityOperator: the representation at exactly that length changes no comparison
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

/** Texts that occur more often in the first multiset than in the other. */
export function missingFrom(one: Multiset, other: Multiset): string[] {
  return [...one.counts].filter(([key, count]) => count > (other.counts.get(key) ?? 0)).map(([key]) => key)
}

export const isSameMultiset = (one: Multiset, other: Multiset): boolean =>
  one.size === other.size && missingFrom(one, other).length === 0 && missingFrom(other, one).length === 0

/** Number of distinct texts in the union; an estimate for sampled multisets. */
export const distinctIn = (first: Multiset, ...others: readonly Multiset[]): number =>
  new Set([first, ...others].flatMap(({ counts }) => [...counts.keys()])).size * first.oneOf
