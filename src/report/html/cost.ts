import type { RuleResult, TargetResult } from '../../core/results.ts'
import { ruleAt } from './anchors.ts'
import { html, type Markup } from './markup.ts'
import { grouped, ms, section } from './parts.ts'
import { axis, barPlot, cell, rangePlot } from './plots.ts'
import { logScale, type Scale } from './scale.ts'

const MOST = 12

/** What each rule sent, and how long its answers took: plots in tables, so that each figure also stands in words. */
export function cost(targets: readonly TargetResult[]): Markup | undefined {
  if (targets.every(({ requests }) => requests === 0)) return undefined
  const intro = html`<p class="lead">What each rule sent, most first. Answers: the dot stands where half of them had come, the end of the line where 99 of 100 had. Several rules wait at once, so that a busy machine answers later.</p>`
  return section('cost', 'Requests and latency', intro, targets.map(tablesOf))
}

function tablesOf({ variant, rules, requests }: TargetResult): Markup | undefined {
  const sent = rules.filter((rule) => rule.requests > 0).sort((a, b) => b.requests - a.requests)
  if (sent.length === 0) return undefined
  const latencies = sent.flatMap(({ latency }) => (latency ? [latency.p50, latency.p99] : []))
  const plot = { most: sent[0]!.requests, scale: logScale(latencies) }
  const own = sent.reduce((sum, rule) => sum + rule.requests, 0)
  const title = `Variant ${variant.toUpperCase()}: ${grouped(requests)} requests`
  const rest = sent.slice(MOST)
  return html`<div class="card"><h3>${title}</h3>${table(`${title}, by rule`, sent.slice(0, MOST), plot)}
${rest.length > 0 && html`<details class="more"><summary>${rest.length} rules that sent fewer</summary>${table(`${title}, the other rules`, rest, plot)}</details>`}
${requests > own && html`<p class="muted">${grouped(requests - own)} more were sent for the run itself, before and after the rules.</p>`}</div>`
}

interface Plot {
  readonly most: number
  readonly scale: Scale
}

function table(caption: string, rules: readonly RuleResult[], plot: Plot): Markup {
  return html`<table class="plots cost"><caption class="unseen">${caption}</caption>
<thead><tr><th scope="col">Rule</th><th scope="col">Requests</th><th scope="col">Answers, p50 to p99</th></tr></thead>
<tbody>${rules.map((rule) => row(rule, plot))}</tbody>
<tfoot aria-hidden="true"><tr><td></td><td></td><td>${cell(axis(plot.scale, ms), '')}</td></tr></tfoot></table>`
}

function row({ id, requests, latency }: RuleResult, { most, scale }: Plot): Markup {
  return html`<tr><th scope="row"><a href="#${ruleAt(id)}"><code>${id}</code></a></th>
<td>${cell(barPlot(requests / most), grouped(requests), 'narrow')}</td>
<td>${latency ? cell(rangePlot(scale, latency.p50, latency.p99), `${ms(latency.p50)} to ${ms(latency.p99)}`) : html`<span class="figure">timed apart</span>`}</td></tr>`
}
