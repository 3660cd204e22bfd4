import { comparedIn, type Difference, thresholdOf } from './compare.ts'
import { pairsOf, type Role, type Samples } from './samples.ts'

/** What a rule that measures time learnt, for tables and plots. All times in microseconds. */
export interface Measurement {
  /** The outcome in a sentence. */
  readonly summary: string
  /** Blocks that count; those of the warm-up come on top. */
  readonly blocks: number
  /** The smallest shift that would have been seen with 80% probability; null where none would have been. */
  readonly detectable: number | null
  /** The decimal logarithm that an e-value must reach. */
  readonly threshold: number
  /** Which of all answers of a class each of the `times` is, for a cumulative distribution. */
  readonly quantiles: readonly number[]
  readonly classes: readonly { readonly label: string; readonly answers: number; readonly times: readonly number[] }[]
  readonly pairs: readonly MeasuredPair[]
}

export interface MeasuredPair {
  readonly slower: string
  readonly faster: string
  /** Only in these blocks; empty: in all. */
  readonly part: string
  readonly role: Role
  readonly blocks: number
  readonly shift: number
  /** Ends of the interval; null where there were too few blocks for one. */
  readonly lower: number | null
  readonly upper: number | null
  /** The decimal logarithm of the largest e-value. */
  readonly evidence: number
  /** The difference is neither chance nor negligible. */
  readonly rejected: boolean
}

const QUANTILES = [0, 0.01, ...Array.from({ length: 19 }, (_, i) => (i + 1) / 20), 0.99, 1]

export function measurementOf(
  samples: Samples,
  differences: readonly Difference[],
  { summary, detectable }: { summary: string; detectable: number },
): Measurement {
  const pairs = pairsOf(samples)
  const threshold = thresholdOf(pairs)
  const isDifferent = (pair: { labels: readonly string[]; part: string }) =>
    differences.some(({ labels, part }) => part === pair.part && labels.every((label) => pair.labels.includes(label)))
  const shown = pairs.filter((pair) => pair.part === '' || isDifferent(pair))
  return {
    summary,
    blocks: samples.parts.length,
    detectable: finite(detectable),
    threshold: round(threshold / Math.LN10),
    quantiles: QUANTILES,
    classes: Object.entries(samples.times).map(([label, times]) => ({ label, ...distribution(times) })),
    pairs: shown.map((pair) => measured(comparedIn(samples, pair, threshold), isDifferent(pair))),
  }
}

function distribution(times: readonly number[]): { answers: number; times: number[] } {
  const sorted = times.filter((time) => !Number.isNaN(time)).sort((a, b) => a - b)
  return {
    answers: sorted.length,
    times: sorted.length === 0 ? [] : QUANTILES.map((q) => round(sorted[Math.round(q * (sorted.length - 1))]!)),
  }
}

function measured({ labels, part, role, blocks, estimate, lower, upper, log }: Difference, rejected: boolean) {
  const [slower, faster] = labels
  const ends = { shift: round(estimate), lower: finite(lower), upper: finite(upper) }
  return { slower, faster, part, role, blocks, ...ends, evidence: round(log / Math.LN10), rejected }
}

const finite = (value: number): number | null => (Number.isFinite(value) ? round(value) : null)
const round = (value: number): number => Math.round(value * 100) / 100
