import type { Measurement } from '../../core/results.ts'
import { comparedIn, type Difference, thresholdOf } from './compare-classes.ts'
import { pairsOf, type Samples } from './samples.ts'

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
