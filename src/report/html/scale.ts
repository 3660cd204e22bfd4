/** Where a value stands between two ends, in percent, by its logarithm. */
export interface Scale {
  readonly at: (value: number) => string
  /** Round values within it: powers of ten, or 1, 2 and 5 times these where there are few. */
  readonly ticks: readonly number[]
}

export function logScale(values: readonly number[]): Scale {
  const positive = values.filter((value) => value > 0)
  const low = Math.min(...positive, Number.MAX_VALUE) / 1.15
  const high = Math.max(...positive, low * 2) * 1.15
  const part = (value: number) => (Math.log(value / low) / Math.log(high / low)) * 100
  return { at: (value) => percent(part(Math.max(value, low))), ticks: ticksBetween(low, high) }
}

export function linearScale(values: readonly number[]): Scale {
  const low = Math.min(0, ...values)
  const high = Math.max(0, ...values)
  const margin = (high - low || 1) * 0.04
  const part = (value: number) => ((value - low + margin) / (high - low + 2 * margin || 1)) * 100
  const step = 10 ** Math.floor(Math.log10((high - low || 1) / 2))
  const first = Math.ceil(low / step)
  const all = Array.from({ length: Math.floor(high / step) - first + 1 }, (_, i) => (first + i) * step)
  const every = Math.ceil(all.length / 5)
  return { at: (value) => percent(part(value)), ticks: all.filter((tick) => Math.round(tick / step) % every === 0) }
}

function ticksBetween(low: number, high: number): number[] {
  const powers = Array.from({ length: 24 }, (_, i) => i - 8)
  const with_ = (factors: readonly number[]) =>
    powers.flatMap((power) => factors.map((f) => Number(`${f}e${power}`))).filter((tick) => tick > low && tick < high)
  const [fine, coarse] = [with_([1, 2, 5]), with_([1])]
  return fine.length <= 5 ? fine : coarse.length > 1 ? coarse : fine.slice(0, 5)
}

const percent = (part: number): string => `${Math.min(100, Math.max(0, part)).toFixed(2)}%`
