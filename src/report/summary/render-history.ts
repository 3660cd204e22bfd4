import { count } from '../../core/count.ts'
import { renderDocument } from '../html/document.ts'
import { badge, facts, grouped, html, icon, type Markup, type Section, statusOfVerdict, utc } from '../html/markup.ts'
import { barPlot } from '../html/plots.ts'
import { sanitizeReport } from '../sanitize-report.ts'
import type { History, StatusChange, Trend } from './history.ts'
import { head, scrollable, statusTable } from './render-html.ts'

const NAME = 'Tenant public API conformance: history'

const dayText = ({ lastDay: { runs, decided, required } }: Trend): string =>
  `${count(runs, 'run')} within the last day decided ${decided} of ${required} required rules`

/** What changed, the latest first, and the last verdict. */
export function renderHistory(history: History): string {
  const lines = sanitizeReport(history).variants.flatMap((trend) => {
    const { variant, runs, changes } = trend
    return [
      `variant ${variant.toUpperCase()}: ${count(runs.length, 'run')}, the last: ${runs.at(-1)!.phrase}`,
      `  ${dayText(trend)}`,
      ...changes.map((change) => `  ${utc(change.at)}  ${changeText(change)}`),
      ...(changes.length === 0 ? ['  no rule changed its status'] : []),
    ]
  })
  return `${lines.join('\n')}\n`
}

const changeText = ({ id, before, after, why }: StatusChange): string =>
  `${id}: ${before} → ${after}${why === undefined || after === 'passed' ? '' : `: ${why}`}`

/** A page like `report.html`: per variant the runs, what changed when, and the rules that changed. */
export function renderHistoryHtml(history: History): string {
  const { variants } = sanitizeReport(history)
  return renderDocument({
    heading: NAME,
    skip: 'Skip to the runs',
    facts: facts(variants.map((trend) => [`Variant ${trend.variant.toUpperCase()}`, dayText(trend)])),
    top: false,
    sections: variants.map(trendSection),
    statuses: variants.flatMap(({ runs }) => runs.slice(-1).map(({ verdict, tone }) => statusOfVerdict(verdict, tone))),
  })
}

function trendSection({ variant, runs, changes, changed }: Trend): Section {
  const content = [
    changes.length > 0 && html`<div class="group"><h3>Changes</h3><ul>${changes.map(changeMarkup)}</ul></div>`,
    changed.rules.length > 0 && statusTable(changed.rules, changed),
    runTable(runs),
  ]
  return { id: `variant-${variant}`, title: `Variant ${variant.toUpperCase()}: ${count(runs.length, 'run')}`, content }
}

const changeMarkup = ({ at, id, title, before, after, why }: StatusChange): Markup =>
  html`<li>${utc(at)}: ${title} <code class="muted">${id}</code> ${badge(before)} → ${badge(after)}${why !== undefined && after !== 'passed' && html`<br>${why}`}</li>`

const runTable = (runs: Trend['runs']): Markup =>
  scrollable(
    'Runs',
    'runs',
    'Runs, the latest first',
    ['Started', 'Verdict', 'Decided without a violation', 'Failed', 'Warnings', 'Requests', 'Median response'].map(
      head,
    ),
    runs.toReversed().map(({ startedAt, verdict, tone, phrase, decided, rules, failed, warned, requests, ms }) => {
      const status = statusOfVerdict(verdict, tone)
      const good = decided - failed - warned
      return html`<tr><th scope="row" class="small">${utc(startedAt)}</th><td><span class="badge" data-status="${status}">${icon(status)}${phrase}</span></td>
<td>${good} of ${rules} ${barPlot(rules === 0 ? 0 : good / rules)}</td><td class="numbers">${failed}</td><td class="numbers">${warned}</td><td class="numbers">${grouped(requests)}</td><td class="numbers">${ms === undefined ? '–' : `${ms.toFixed(1)} ms`}</td></tr>`
    }),
  )
