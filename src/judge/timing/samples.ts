import type { Role } from '../../core/results.ts'
/** What was measured: one time for each class and block. */
export interface Samples {
  /** What the requests of each block have in common: the form of the key, the endpoint. */
  readonly parts: readonly string[]
  /** By the label of the class: microseconds, NaN in a block that has no request of it. */
  readonly times: Readonly<Record<string, readonly number[]>>
}

export interface Pair {
  readonly labels: readonly [string, string]
  /** In which blocks; empty: in all. */
  readonly part: string
  readonly role: Role
}

const NO_KEY_ID: readonly string[] = ['missing', 'malformed']
const PLACEBO = 'unknown placebo'

function roleOf(a: string, b: string): Role | undefined {
  const labels = [a, b]
  if (labels.includes(PLACEBO)) return labels.includes('unknown') ? 'placebo' : undefined
  return labels.some((label) => NO_KEY_ID.includes(label)) ? 'informational' : 'compared'
}

/** Each two classes, in all blocks and in those of each part: a leak may be in one of them only. */
export function pairsOf({ times, parts }: Samples): Pair[] {
  const labels = Object.keys(times)
  const found = [...new Set(parts)]
  const places = found.length > 1 ? ['', ...found] : ['']
  return labels.flatMap((a, i) =>
    labels.slice(i + 1).flatMap((b) => {
      const role = roleOf(a, b)
      if (!role) return []
      return (role === 'informational' ? [''] : places).map((part) => ({ labels: [a, b] as const, part, role }))
    }),
  )
}

/** The times of both in the blocks that have both. */
export function timesOf({ times, parts }: Samples, { labels: [a, b], part }: Pair): [xs: number[], ys: number[]] {
  const xs: number[] = []
  const ys: number[] = []
  for (const [k, x] of times[a]!.entries()) {
    const y = times[b]![k]!
    if (Number.isNaN(x + y) || (part !== '' && parts[k] !== part)) continue
    xs.push(x)
    ys.push(y)
  }
  return [xs, ys]
}
