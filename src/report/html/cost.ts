import type { RuleResult, TargetResult } from '../../core/results.ts'
import { duration, grouped, html, type Markup, ruleLink, type Section } from './markup.ts'
import { axis, barPlot, cell, logScale, rangePlot, type Scale } from './plots.ts'

const MOST = 12

/** Requests and latencies of each rule: plots in tables, with each figure as text. */
export function costSection(targets: readonly TargetResult[]): Section | undefined {
  if (targets.every(({ requests }) => requests === 0)) return undefined
  const intro = html`<p class="lead">Requests of each rule, most first. Latency: the dot marks the time by which half of the responses were complete, the end of the line 99 of 100. Rules run concurrently, so a busy machine responds later.</p>`
  return { id: 'cost', title: 'Requests and latency', content: [intro, targets.map(tablesOf)] }
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
${requests > own && html`<p class="muted">${grouped(requests - own)} more requests were sent before and after the rules.</p>`}</div>`
}

interface Plot {
  readonly most: number
  readonly scale: Scale
}

function table(caption: string, rules: readonly RuleResult[], plot: Plot): Markup {
  return html`<table class="plots cost"><caption class="unseen">${caption}</caption>
<thead><tr><th scope="col">Rule</th><th scope="col">Requests</th><th scope="col">Latency, p50 to p99</th></tr></thead>
<tbody>${rules.map((rule) => row(rule, plot))}</tbody>
<tfoot aria-hidden="true"><tr><td></td><td></td><td>${cell(axis(plot.scale, duration), '')}</td></tr></tfoot></table>`
}

function row({ id, requests, latency }: RuleResult, { most, scale }: Plot): Markup {
  return html`<tr><th scope="row">${ruleLink(id)}</th>
<td>${cell(barPlot(requests / most), grouped(requests), 'narrow')}</td>
<td>${latency ? cell(rangePlot(scale, latency.p50, latency.p99), `${duration(latency.p50)} to ${duration(latency.p99)}`) : html`<span class="figure">measured separately</span>`}</td></tr>`
}
