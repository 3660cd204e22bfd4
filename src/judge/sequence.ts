/** The first place at which two sequences differ; undefined where one is the beginning of the other. */
export function firstDifference(one: readonly string[], other: readonly string[]): number | undefined {
  const both = Math.min(one.length, other.length)
  for (let i = 0; i < both; i++) if (one[i] !== other[i]) return i
  return undefined
}

/**
 * Whether two things stand in one order here and in the other order there: what is inserted or removed moves others along but
 * past none. Things that either holds twice tell nothing.
 */
export function isReordered(one: readonly string[], other: readonly string[]): boolean {
  const places = new Map(single(other).map(([text, place]) => [text, place]))
  const moved = single(one).flatMap(([text]) => places.get(text) ?? [])
  return moved.some((place, i) => place < (moved[i - 1] ?? 0))
}

/** What is there once, with its place. */
function single(texts: readonly string[]): [text: string, place: number][] {
  const counts = new Map<string, number>()
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1)
  return texts.map((text, place) => [text, place] as [string, number]).filter(([text]) => counts.get(text) === 1)
}
