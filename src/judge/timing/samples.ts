import type { Role } from '../../core/results.ts'

/** The measured times, one for each class and block. */
export interface Samples {
  /** Stratum of each block: the form of the key, the endpoint. */
  readonly parts: readonly string[]
  /** Microseconds by class label; NaN in a block without the class. */
  readonly times: Readonly<Record<string, readonly number[]>>
}

export interface Pair {
  readonly labels: readonly [string, string]
  /** Stratum; empty for all blocks. */
  readonly part: string
  readonly role: Role
}

const NO_KEY_ID: readonly string[] = ['missing', 'malformed']
const PLACEBO = 'unknown placebo'

/** Whether the class is only noted, never judged. */
export const isInformational = (label: string): boolean => NO_KEY_ID.includes(label)

function roleOf(a: string, b: string): Role | undefined {
  const labels = [a, b]
  if (labels.includes(PLACEBO)) return labels.includes('unknown') ? 'placebo' : undefined
  return labels.some(isInformational) ? 'informational' : 'compared'
}

/** All pairs of classes, over all blocks and in each part, since a leak may exist in one part only. */
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

/** The times of both classes in the blocks that contain both. */
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
