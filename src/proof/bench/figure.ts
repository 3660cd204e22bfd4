import { median } from '../../core/median.ts'

/** One number of a bench: a ratio of two things measured by turns within one run, or a count. */
export interface Figure {
  readonly bench: string
  readonly name: string
  readonly value: number
  readonly unit?: string
  /** What it must not exceed, or fall below. */
  readonly atMost?: number
  readonly atLeast?: number
  /** What the median is of. */
  readonly samples?: readonly number[]
  readonly note?: string
}

export interface Bench {
  readonly name: string
  readonly what: string
  /** `out`: a folder for files of its own. */
  readonly measure: (out: string) => Promise<readonly Figure[]>
}

/** Of both sides of a ratio as many as this, by turns. */
export const TIMES = Number(process.env.BENCH_TIMES ?? 5)

/** Measures two things by turns, so that what else the machine does meets both alike. */
export async function byTurns<T>(
  one: () => Promise<T>,
  other: () => Promise<T>,
  times = TIMES,
): Promise<{ ones: T[]; others: T[] }> {
  const ones: T[] = []
  const others: T[] = []
  for (let i = 0; i < times; i++) {
    ones.push(await one())
    others.push(await other())
  }
  return { ones, others }
}

/** The median of the ratios of neighbours. */
export function ratio(ones: readonly number[], others: readonly number[]): Pick<Figure, 'value' | 'samples'> {
  const samples = ones.map((one, i) => one / others[i]!)
  return { value: median(samples), samples }
}

export const isKept = ({ value, atMost = Number.POSITIVE_INFINITY, atLeast = Number.NEGATIVE_INFINITY }: Figure) =>
  value <= atMost && value >= atLeast

export function table(figures: readonly Figure[]): string {
  const rows = figures.map((figure) => {
    const { bench, name, value, unit = '', atMost, atLeast, samples = [], note = '' } = figure
    const limit = atMost !== undefined ? `≤ ${atMost}` : atLeast !== undefined ? `≥ ${atLeast}` : ''
    const spread = samples.length > 1 ? `${short(Math.min(...samples))}–${short(Math.max(...samples))}` : ''
    const kept = limit === '' ? '' : isKept(figure) ? 'kept' : 'NOT KEPT'
    return [bench, name, `${short(value)} ${unit}`.trim(), spread, limit, kept, note]
  })
  const head = ['bench', 'figure', 'median', 'from–to', 'limit', '', '']
  const widths = head.map((title, i) => Math.max(title.length, ...rows.map((row) => row[i]!.length)))
  return [head, ...rows]
    .map((row) =>
      row
        .map((cell, i) => cell.padEnd(widths[i]!))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

const short = (value: number): string => String(Number(value.toPrecision(3)))
