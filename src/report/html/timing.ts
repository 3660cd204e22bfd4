import type { MeasuredPair, Measurement, RuleResult, TargetResult } from '../../core/results.ts'
import { ruleAt } from './anchors.ts'
import { html, type Markup } from './markup.ts'
import { count, section } from './parts.ts'
import { axis, boxPlot, cell, intervalPlot } from './plots.ts'
import { linearScale, logScale } from './scale.ts'
import { badge } from './status.ts'

/** Whether the time of an answer tells one bad credential from another: the distributions, and how far they are apart. */
export function timing(targets: readonly TargetResult[]): Markup | undefined {
  const measured = targets.flatMap(({ rules }) => rules.filter(({ measurement }) => measurement))
  if (measured.length === 0) return undefined
  return section('timing', 'Can time tell the credentials apart?', measured.map(card))
}

function card({ id, title, status, measurement }: RuleResult): Markup {
  const { summary, blocks, detectable } = measurement!
  return html`<div class="card"><p class="eyebrow">${badge(status)} <a href="#${ruleAt(id)}"><code>${id}</code></a></p><h3>${title}</h3><p>${summary}</p>
<p class="muted">${count(blocks, 'block')} of one request for each class, in changing order. ${
    detectable === null
      ? 'From here no shift would have been seen.'
      : `A shift of ${us(detectable)} would have been seen with 80% probability.`
  }</p>
${distributions(measurement!)}${pairs(measurement!)}</div>`
}

function distributions({ classes, quantiles }: Measurement): Markup {
  const shown = classes.filter(({ times }) => times.length > 0)
  const at = (times: readonly number[]) => (quantile: number) => times[nearest(quantiles, quantile)]!
  const scale = logScale(shown.flatMap(({ times }) => [at(times)(0.01), at(times)(0.99)]))
  return html`<table class="plots timing"><caption>How long the answers to each class took. Thin line: 1% to 99%; thicker: 5% to 95%; box: the middle half; stroke: the median.</caption>
<thead><tr><th scope="col">Class</th><th scope="col">Distribution</th><th scope="col">Median</th></tr></thead>
<tbody>${shown.map(
    ({ label, answers, times }) =>
      html`<tr><th scope="row">${label} <span class="muted">${count(answers, 'answer')}</span></th><td>${boxPlot(scale, at(times))}<span class="unseen">5%: ${us(at(times)(0.05))}, 95%: ${us(at(times)(0.95))}</span></td><td>${us(at(times)(0.5))}</td></tr>`,
  )}</tbody>
<tfoot aria-hidden="true"><tr><td></td><td>${axis(scale, us)}</td><td></td></tr></tfoot></table>`
}

function nearest(quantiles: readonly number[], wanted: number): number {
  const distances = quantiles.map((quantile) => Math.abs(quantile - wanted))
  return distances.indexOf(Math.min(...distances))
}

function pairs({ pairs, threshold }: Measurement): Markup | false {
  if (pairs.length === 0) return false
  const [compared, others] = [pairs.filter(({ role }) => role === 'compared'), pairs.filter(isBeside)]
  return html`${compared.length > 0 && table('Classes that should not differ, by how much one takes longer', compared, threshold)}
${others.length > 0 && html`<details class="more"><summary>${count(others.length, 'more comparison')} that decide nothing</summary>${table('Placebos and classes that may differ', others, threshold)}</details>`}`
}

const isBeside = ({ role }: MeasuredPair): boolean => role !== 'compared'

function table(caption: string, pairs: readonly MeasuredPair[], threshold: number): Markup {
  const scale = linearScale(pairs.flatMap(({ shift, lower, upper }) => [shift, lower ?? shift, upper ?? shift]))
  return html`<table class="plots timing"><caption>${caption}. Evidence is the decimal logarithm of an e-value; from ${threshold} on it counts. A square: neither chance nor negligible. Dashed: too few blocks for an interval.</caption>
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
