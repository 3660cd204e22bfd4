import { html, type Markup, type Part } from './markup.ts'
import type { Scale } from './scale.ts'

/** Parts of plots that stand in the cells of tables: as wide as the cell, and beside them the figures in words. */
const svg = (height: number, ...content: Markup[]): Markup =>
  html`<svg class="plot" width="100%" height="${height}" aria-hidden="true">${content}</svg>`

export const barPlot = (part: number): Markup =>
  svg(14, html`<rect class="fill" y="3" width="${(part * 100).toFixed(2)}%" height="8" rx="2"/>`)

/** From a dot to a tick: half of the answers, and 99 of 100. */
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

/** An estimate with its interval; where an end is not known, the line runs to the edge. */
export function intervalPlot(scale: Scale, { shift, lower, upper, rejected }: Interval): Markup {
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

interface Interval {
  readonly shift: number
  readonly lower: number | null
  readonly upper: number | null
  readonly rejected: boolean
}

/** A plot, and beside it what it shows in words; on a narrow screen below it. */
export const cell = (plot: Markup, words: Part, width: 'narrow' | 'usual' | 'wide' = 'usual'): Markup =>
  html`<div class="cell ${width}">${plot}<span class="figure">${words}</span></div>`

/** The words below a plot; at the right end they stand before their line. */
export function axis(scale: Scale, words: (tick: number) => string): Markup {
  return svg(
    16,
    ...apart(scale).map((tick) => {
      const at = Number.parseFloat(scale.at(tick))
      const anchor = at > 88 ? 'end' : at < 8 ? 'start' : 'middle'
      return html`<text x="${scale.at(tick)}" y="12" text-anchor="${anchor}">${words(tick)}</text>`
    }),
  )
}

/** In percent: words that are closer would run into each other on a narrow screen. */
const APART = 17

function apart({ at, ticks }: Scale): number[] {
  const kept: number[] = []
  for (const tick of ticks) {
    const last = kept.at(-1)
    if (last === undefined || Number.parseFloat(at(tick)) - Number.parseFloat(at(last)) >= APART) kept.push(tick)
  }
  return kept
}

const grid = (scale: Scale): Markup =>
  html`${scale.ticks.map((tick) => html`<line class="grid" x1="${scale.at(tick)}" x2="${scale.at(tick)}" y1="0" y2="100%"/>`)}`

const line = (scale: Scale, from: number, to: number, name: string): Markup =>
  html`<line class="${name}" x1="${scale.at(from)}" x2="${scale.at(to)}" y1="50%" y2="50%"/>`
