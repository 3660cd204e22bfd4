/**
 * Invalid settings or options: the command prints only these lines and exits with code 2. Each line names the setting or
 * option and what to change; none contains a key.
 */
export class UsageError extends Error {
  readonly lines: readonly string[]

  constructor(...lines: string[]) {
    super(lines.join('\n'))
    this.name = 'UsageError'
    this.lines = lines
  }
}

/** Up to three known words similar to this one, closest first. */
export function nearest(word: string, known: Iterable<string>): string[] {
  const most = Math.min(word.length - 1, Math.max(2, Math.floor(word.length / 4)))
  return [...known]
    .map((candidate) => ({ candidate, distance: distance(word.toLowerCase(), candidate.toLowerCase()) }))
    .filter((entry) => entry.distance <= most)
    .sort((a, b) => a.distance - b.distance)
    .slice(0, 3)
    .map(({ candidate }) => candidate)
}

/** `; did you mean x or y?`, or an empty string. */
export function didYouMean(word: string, known: Iterable<string>): string {
  const words = nearest(word, known)
  return words.length > 0 ? `; did you mean ${words.join(' or ')}?` : ''
}

/** Levenshtein distance. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i)
  for (const [i, x] of [...a].entries()) {
    const next = [i + 1]
    for (let j = 0; j < b.length; j++) {
      next.push(Math.min(row[j]! + (x === b[j] ? 0 : 1), row[j + 1]! + 1, next[j]! + 1))
    }
    row = next
  }
  return row[b.length]!
}
