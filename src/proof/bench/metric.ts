import { median } from '../../core/median.ts'

export interface Metric {
  readonly name: string
  /** The median where there are samples. */
  readonly value: number
  readonly unit?: string
  /** Limits of the value. */
  readonly atMost?: number
  readonly atLeast?: number
  readonly samples?: readonly number[]
  readonly note?: string
}

export interface Bench {
  readonly what: string
  readonly measure: () => Promise<readonly Metric[]>
}

/** Samples of each metric. */
export const SAMPLES = Number(process.env.BENCH_TIMES ?? 5)

/** The median ratio of two measurements. They alternate, so that load on the machine affects both alike. */
export async function measureRatio(
  numerator: () => Promise<number>,
  denominator: () => Promise<number>,
  count = SAMPLES,
): Promise<Pick<Metric, 'value' | 'samples'> & { readonly pairs: readonly (readonly [number, number])[] }> {
  const pairs: [number, number][] = []
  for (let i = 0; i < count; i++) pairs.push([await numerator(), await denominator()])
  return { ...ratioOf(pairs), pairs }
}

export function ratioOf(pairs: readonly (readonly [number, number])[]): Required<Pick<Metric, 'value' | 'samples'>> {
  const samples = pairs.map(([one, other]) => one / other)
  return { value: median(samples), samples }
}

export const isWithinLimits = ({ value, atMost = Infinity, atLeast = -Infinity }: Metric): boolean =>
  value <= atMost && value >= atLeast

export function table(metrics: readonly (Metric & { readonly bench: string })[]): string {
  const rows = metrics.map((metric) => {
    const { bench, name, value, unit = '', atMost, atLeast, samples = [], note = '' } = metric
    const limit = atMost !== undefined ? `≤ ${atMost}` : atLeast !== undefined ? `≥ ${atLeast}` : ''
    const range = samples.length > 1 ? `${short(Math.min(...samples))}–${short(Math.max(...samples))}` : ''
    const result = limit === '' ? '' : isWithinLimits(metric) ? 'ok' : 'EXCEEDED'
    return [bench, name, `${short(value)} ${unit}`.trim(), range, limit, result, note]
  })
  const head = ['bench', 'metric', 'median', 'range', 'limit', '', '']
  const widths = head.map((title, i) => Math.max(title.length, ...rows.map((row) => row[i]!.length)))
  const line = (row: readonly string[]) => row.map((cell, i) => cell.padEnd(widths[i]!)).join('  ')
  return [head, ...rows].map((row) => line(row).trimEnd()).join('\n')
}

const short = (value: number): string => String(Number(value.toPrecision(3)))
