/** The first index at which two sequences differ; undefined if one is a prefix of the other. */
export function firstDifference(one: readonly string[], other: readonly string[]): number | undefined {
  const both = Math.min(one.length, other.length)
  for (let i = 0; i < both; i++) if (one[i] !== other[i]) return i
  return undefined
}

/**
 * Whether two common elements have opposite orders in the sequences. Insertions and removals do not count, nor do elements that
 * occur twice in a sequence.
 */
export function isReordered(one: readonly string[], other: readonly string[]): boolean {
  const places = new Map(single(other).map(([text, place]) => [text, place]))
  const moved = single(one).flatMap(([text]) => places.get(text) ?? [])
  return moved.some((place, i) => place < (moved[i - 1] ?? 0))
}

/** The elements that occur once, with their positions. */
function single(texts: readonly string[]): [text: string, place: number][] {
  const counts = new Map<string, number>()
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1)
  return texts.map((text, place) => [text, place] as [string, number]).filter(([text]) => counts.get(text) === 1)
}
