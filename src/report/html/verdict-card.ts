import { capitalize } from '../../core/capitalize.ts'
import { isControl } from '../../core/needs.ts'
import { COMMAND } from '../../core/package.ts'
import type { TargetResult } from '../../core/results.ts'
import { scopeOf } from '../../core/rule-coverage.ts'
import { headlineOf } from '../failure-text.ts'
import { groupByReason, STATUS_ORDER, worstFirst } from '../reading-order.ts'
import { verdictText, wordOf } from '../verdict-text.ts'
import { copyable, count, facts, failureAnchor, grouped, html, icon, type Markup, statusOfVerdict } from './markup.ts'

const MOST_NAMED = 5

/** What a reader sees first of a target: the verdict, its denominators, violated rules, and missing settings. */
export function verdictCard(target: TargetResult, replay?: string): Markup {
  const { variant, baseUrl, verdict, stopped, proxy } = target
  const { phrase, tone, extent, details } = verdictText(target)
  const id = `verdict-${variant}`
  const status = statusOfVerdict(verdict, tone)
  return html`<section class="card verdict" data-status="${status}" aria-labelledby="${id}">
<h2 id="${id}"><span class="variant">Variant ${variant.toUpperCase()}</span> <span class="word">${icon(status)}${phrase}</span></h2>
<p class="url">${baseUrl}${proxy !== undefined && html` through the proxy ${proxy}`}</p>
${stopped !== undefined && html`<p class="note"><strong>Nothing could be concluded:</strong> ${stopped}</p>`}
${bar(target)}
${stopped === undefined && [html`<p class="open">${capitalize([extent, ...details].join('; '))}.</p>`, release(target)]}
${violated(target)}
${next(target, replay)}
${skipped(target)}
<details class="more"><summary>Numbers</summary>
${denominators(target)}</details>
</section>`
}

/** What rules that were not tested mean for a release. */
function release({ rules }: TargetResult): Markup | false {
  if (scopeOf(rules) === 'complete') return false
  return html`<p class="note">A rule that was not tested never counts as passed. Release what is <strong>conformant</strong> after <code>run --depth exhaustive --strict --require-complete</code>, which also fails when a rule was not decided. Without a control module, leave out <code>--require-complete</code>: it is then untested whether a key stops working once it is revoked, disabled or expired.</p>`
}

/** Shares of the statuses as a bar; the list below it says the same. */
function bar({ counts, rules }: TargetResult): Markup {
  const shown = STATUS_ORDER.filter((status) => counts[status] > 0)
  let x = 0
  const parts = shown.map((status) => {
    const width = (counts[status] / Math.max(rules.length, 1)) * 100
    x += width
    return html`<rect data-status="${status}" x="${(x - width).toFixed(2)}%" width="${width.toFixed(2)}%" height="100%"/>`
  })
  return html`<svg class="bar" width="100%" height="10" aria-hidden="true">${parts}</svg>
<ul class="counts">${shown.map((status) => html`<li data-status="${status}">${icon(status)}<b>${counts[status]}</b> ${wordOf(status)}</li>`)}</ul>`
}

function denominators({ rules, requests, retries, serverErrors, clauses }: TargetResult): Markup {
  const cases = rules.reduce((sum, rule) => sum + rule.cases, 0)
  return facts([
    ['Clauses of the reference', clausesText(clauses)],
    ['Cases', grouped(cases)],
    ['Server errors', serverErrors > 0 && `${grouped(serverErrors)} responses with 5xx`],
    ['Requests', retries > 0 ? `${grouped(requests)}, ${retries} of them retries` : grouped(requests)],
  ])
}

/** `127: 98 tested, 20 not tested in this run, 9 that no request can test`. */
function clausesText({ total, tested, observed, attested, untested, untestable }: TargetResult['clauses']): string {
  const parts = [
    [tested, 'tested'],
    [observed, 'observed'],
    [attested.length, 'attested by the operator'],
    [untested.length, 'not tested in this run'],
    [untestable.length, 'that no request can test'],
  ] as const
  const shown = parts.filter(([number]) => number > 0).map(([number, what]) => `${number} ${what}`)
  return shown.length === 0 ? `${total}` : `${total}: ${shown.join(', ')}`
}

function violated({ rules }: TargetResult): Markup | false {
  const broken = worstFirst(rules)
  if (broken.length === 0) return false
  const leads = broken.filter(({ failure }) => !failure?.follows)
  const found = leads.length > 0 ? leads : broken
  const more = found.length - MOST_NAMED
  return html`<h3>Violated, worst first</h3><ul class="named">${found
    .slice(0, MOST_NAMED)
    .map(
      (rule) =>
        html`<li data-status="${rule.status}">${icon(rule.status)}<span class="unseen">${rule.status}: </span><span><a href="#${failureAnchor(rule.id)}">${headlineOf(rule)}</a>${rule.failure?.explains !== undefined && html` <span class="muted">(explains ${count(rule.failure.explains, 'more rule')})</span>`}</span></li>`,
    )}</ul>${more > 0 && html`<p class="muted">and ${count(more, 'more rule')}, below</p>`}`
}

function next({ rules }: TargetResult, replay?: string): Markup | false {
  const [first] = worstFirst(rules)
  if (!first) return false
  return html`<h3>Next</h3><ol class="next"><li>Fix <a href="#${failureAnchor(first.id)}"><code>${first.id}</code></a>: its likely causes and the request that shows it are below. From outside, neither code nor a gateway in front of it is seen. A rule ends at its first failing case: after the fix, run again to try others, too.</li>${replay !== undefined && html`<li>Send the failing cases again: ${copyable(replay, 'replay command')}</li>`}</ol>`
}

function skipped({ rules }: TargetResult): Markup | false {
  const groups = groupByReason(rules, 'skipped')
  if (groups.length === 0) return false
  return html`<h3>Not tested, and what to supply</h3><ul class="named short">${groups.map(
    ({ reason, rules }) =>
      html`<li data-status="skipped">${icon('skipped')}<span>${count(rules.length, 'rule')}: ${reason}</span></li>`,
  )}</ul>${needsControl(rules) && html`<p class="muted">A control module calls your console or database to create, expire and revoke keys: <code>${COMMAND} init --control control.mts</code> writes one to fill in, and <code>${COMMAND} help control</code> explains it. Without code, <code>run --control manual</code> asks you to act.</p>`}`
}

const needsControl = (rules: TargetResult['rules']): boolean => rules.some(({ missing }) => missing?.some(isControl))
