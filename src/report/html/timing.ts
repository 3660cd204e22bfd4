import type { MeasuredPair, Measurement, RuleResult, TargetResult } from '../../core/results.ts'
import { badge, count, html, type Markup, ruleLink, type Section } from './markup.ts'
import { axis, boxPlot, cell, intervalPlot, linearScale, logScale } from './plots.ts'

/** Whether response times distinguish invalid keys: the distributions, and the differences between them. */
export function timingSection(targets: readonly TargetResult[]): Section | undefined {
  const measured = targets.flatMap(({ rules }) => rules.filter(({ measurement }) => measurement))
  if (measured.length === 0) return undefined
  return { id: 'timing', title: 'Do response times distinguish invalid keys?', content: measured.map(card) }
}

function card({ id, title, status, measurement }: RuleResult): Markup {
  const { summary, blocks } = measurement!
  return html`<div class="card"><p class="eyebrow">${badge(status)} ${ruleLink(id)}</p><h3>${title}</h3><p>${summary}</p>
<p class="muted">${count(blocks, 'block')} of one request per class, in varying order.</p>
${distributions(measurement!)}${pairTables(measurement!)}</div>`
}

function distributions({ classes, quantiles }: Measurement): Markup {
  const shown = classes.filter(({ times }) => times.length > 0)
  const at = (times: readonly number[]) => (quantile: number) => times[nearest(quantiles, quantile)]!
  const scale = logScale(shown.flatMap(({ times }) => [at(times)(0.01), at(times)(0.99)]))
  return html`<table class="plots timing"><caption>Response times of each class. Thin line: 1% to 99%; thick line: 5% to 95%; box: the middle half; stroke: the median.</caption>
<thead><tr><th scope="col">Class</th><th scope="col">Distribution</th><th scope="col">Median</th></tr></thead>
<tbody>${shown.map(
    ({ label, answers, times }) =>
      html`<tr><th scope="row">${label} <span class="muted">${count(answers, 'response')}</span></th><td>${boxPlot(scale, at(times))}<span class="unseen">5%: ${us(at(times)(0.05))}, 95%: ${us(at(times)(0.95))}</span></td><td>${us(at(times)(0.5))}</td></tr>`,
  )}</tbody>
<tfoot aria-hidden="true"><tr><td></td><td>${axis(scale, us)}</td><td></td></tr></tfoot></table>`
}

function nearest(quantiles: readonly number[], wanted: number): number {
  const distances = quantiles.map((quantile) => Math.abs(quantile - wanted))
  return distances.indexOf(Math.min(...distances))
}

function pairTables({ pairs, threshold }: Measurement): Markup | false {
  if (pairs.length === 0) return false
  const [compared, others] = [
    pairs.filter(({ role }) => role === 'compared'),
    pairs.filter(({ role }) => role !== 'compared'),
  ]
  return html`${compared.length > 0 && table('Classes that should not differ, how much longer one takes', compared, threshold)}
${others.length > 0 && html`<details class="more"><summary>${count(others.length, 'more comparison')} that decide nothing</summary>${table('Placebos and classes that may differ', others, threshold)}</details>`}`
}

function table(caption: string, pairs: readonly MeasuredPair[], threshold: number): Markup {
  const scale = linearScale(pairs.flatMap(({ shift, lower, upper }) => [shift, lower ?? shift, upper ?? shift]))
  return html`<table class="plots timing"><caption>${caption}. Evidence is the decimal logarithm of an e-value: from ${threshold} on it is no chance. A square marks a difference that is neither chance nor too small to matter. Dashed: too few blocks for an interval.</caption>
<thead><tr><th scope="col">Slower, faster</th><th scope="col">Longer by, with interval</th><th scope="col">Evidence</th></tr></thead>
<tbody>${pairs.map(
    (pair) =>
      html`<tr><th scope="row">${pair.slower} <span class="muted">than</span> ${pair.faster}${pair.part && html` <span class="muted">${pair.part}</span>`}</th><td>${cell(intervalPlot(scale, pair), `${us(pair.shift)} ${interval(pair)}`, 'wide')}</td><td>${pair.evidence}${pair.rejected && html` <strong>differs</strong>`}</td></tr>`,
  )}</tbody>
<tfoot aria-hidden="true"><tr><td></td><td>${cell(axis(scale, us), '', 'wide')}</td><td></td></tr></tfoot></table>`
}

const interval = ({ lower, upper }: MeasuredPair): string =>
  lower === null && upper === null ? '' : `[${lower === null ? '?' : us(lower)}, ${upper === null ? '?' : us(upper)}]`

const us = (value: number): string => (Math.abs(value) >= 1000 ? `${digits(value / 1000)} ms` : `${digits(value)} µs`)

const digits = (value: number): string => String(Number(value.toPrecision(3))).replace('-', '−')
