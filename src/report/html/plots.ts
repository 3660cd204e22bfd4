import type { MeasuredPair } from '../../core/results.ts'
import { html, type Markup, type Part } from './markup.ts'

/** Maps values to positions. */
export interface Scale {
  /** In percent of the width. */
  readonly at: (value: number) => string
  /** Round values within the scale: powers of ten, or 1, 2 and 5 times these where there are few. */
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
  const multiples = (factors: readonly number[]) =>
    powers.flatMap((power) => factors.map((f) => Number(`${f}e${power}`))).filter((tick) => tick > low && tick < high)
  const [fine, coarse] = [multiples([1, 2, 5]), multiples([1])]
  return fine.length <= 5 ? fine : coarse.length > 1 ? coarse : fine.slice(0, 5)
}

const percent = (part: number): string => `${Math.min(100, Math.max(0, part)).toFixed(2)}%`

/** A plot as wide as its table cell. The figures beside it say the same in text. */
const svg = (height: number, ...content: Markup[]): Markup =>
  html`<svg class="plot" width="100%" height="${height}" aria-hidden="true">${content}</svg>`

export const barPlot = (part: number): Markup =>
  svg(14, html`<rect class="fill" y="3" width="${(part * 100).toFixed(2)}%" height="8" rx="2"/>`)

/** From a dot at the median to a tick at 99 of 100 responses. */
export const rangePlot = (scale: Scale, p50: number, p99: number): Markup =>
  svg(
    14,
    grid(scale),
    line(scale, p50, p99, 'range'),
    html`<circle class="dot" cx="${scale.at(p50)}" cy="50%" r="3.5"/>`,
    html`<line class="tick" x1="${scale.at(p99)}" x2="${scale.at(p99)}" y1="2" y2="12"/>`,
  )

/** A distribution: 1% to 99% thin, 5% to 95% thicker, the middle half as a box, the median across it. */
export function boxPlot(scale: Scale, at: (quantile: number) => number): Markup {
  const median = scale.at(at(0.5))
  return svg(
    22,
    grid(scale),
    line(scale, at(0.01), at(0.99), 'whisker'),
    line(scale, at(0.05), at(0.95), 'range'),
    line(scale, at(0.25), at(0.75), 'box'),
    html`<line class="median" x1="${median}" x2="${median}" y1="2" y2="20"/>`,
  )
}

/** An estimate with its interval; where an end is unknown, the line runs to the edge. */
export function intervalPlot(scale: Scale, { shift, lower, upper, rejected }: MeasuredPair): Markup {
  const x = scale.at(shift)
  return svg(
    18,
    grid(scale),
    html`<line class="zero" x1="${scale.at(0)}" x2="${scale.at(0)}" y1="0" y2="18"/>`,
    html`<line class="${lower === null || upper === null ? 'open' : 'whisker'}" x1="${lower === null ? '0%' : scale.at(lower)}" x2="${upper === null ? '100%' : scale.at(upper)}" y1="50%" y2="50%"/>`,
    rejected
      ? html`<svg x="${x}" y="50%" overflow="visible"><rect class="found" x="-5" y="-5" width="10" height="10"/></svg>`
      : html`<circle class="dot" cx="${x}" cy="50%" r="3.5"/>`,
  )
}

/** A plot with its figures beside it; on a narrow screen below it. */
export const cell = (plot: Markup, figures: Part, width: 'narrow' | 'usual' | 'wide' = 'usual'): Markup =>
  html`<div class="cell ${width}">${plot}<span class="figure">${figures}</span></div>`

/** Labels below a plot. */
export function axis(scale: Scale, label: (tick: number) => string): Markup {
  return svg(
    16,
    ...spacedTicks(scale).map((tick) => {
      const at = Number.parseFloat(scale.at(tick))
      const anchor = at > 88 ? 'end' : at < 8 ? 'start' : 'middle'
      return html`<text x="${scale.at(tick)}" y="12" text-anchor="${anchor}">${label(tick)}</text>`
    }),
  )
}

/** In percent: closer labels would overlap on a narrow screen. */
const LABEL_DISTANCE = 17

function spacedTicks({ at, ticks }: Scale): number[] {
  const spaced: number[] = []
  for (const tick of ticks) {
    const last = spaced.at(-1)
    if (last === undefined || Number.parseFloat(at(tick)) - Number.parseFloat(at(last)) >= LABEL_DISTANCE)
      spaced.push(tick)
  }
  return spaced
}

const grid = (scale: Scale): Markup =>
  html`${scale.ticks.map((tick) => html`<line class="grid" x1="${scale.at(tick)}" x2="${scale.at(tick)}" y1="0" y2="100%"/>`)}`

const line = (scale: Scale, from: number, to: number, name: string): Markup =>
  html`<line class="${name}" x1="${scale.at(from)}" x2="${scale.at(to)}" y1="50%" y2="50%"/>`
