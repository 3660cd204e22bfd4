import { writeJson } from '../../core/json.ts'
import type { Failure, RuleResult, Status, TargetResult } from '../../core/results.ts'
import { headlineOf } from '../failure-text.ts'
import { byImpact } from '../reading-order.ts'
import { differenceFigure } from './difference.ts'
import { exchangeDetails } from './exchange.ts'
import {
  copyable,
  count,
  failureAnchor,
  html,
  lines,
  type Markup,
  type Part,
  ruleLink,
  type Section,
} from './markup.ts'
import { badge } from './status.ts'

const KINDS: readonly (readonly [status: Status, id: string, what: string])[] = [
  ['failed', 'failures', 'violated rule'],
  ['warned', 'warnings', 'warning'],
  ['expected', 'accepted', 'accepted failure'],
]

/** Violated rules in full, failures before warnings. `replay`: the command that sends their cases again. */
export function failureSections(targets: readonly TargetResult[], replay?: string): Section[] {
  return KINDS.flatMap(([status, id, what]) => {
    const found = byImpact(targets.flatMap(({ rules }) => rules.filter((rule) => rule.status === status)))
    const content = found.map((rule) => article(rule, replay))
    return content.length === 0 ? [] : [{ id, title: capitalize(count(content.length, what)), content }]
  })
}

const capitalize = (text: string): string => text[0]!.toUpperCase() + text.slice(1)

function article(rule: RuleResult, replay?: string): Markup {
  const { id, level, section, title, status, failure, reason } = rule
  const anchor = failureAnchor(id)
  return html`<article class="failure" id="${anchor}" data-status="${status}" aria-labelledby="${anchor}-title">
<header><p class="eyebrow">${badge(status)} ${ruleLink(id)} <span>${level}, §${section}</span></p>
<h3 id="${anchor}-title">${headlineOf(rule)}</h3></header>
${failure?.headline !== undefined && html`<p class="muted">${title}</p>`}
${status === 'expected' && reason !== undefined && html`<p class="note">${reason}</p>`}
${failure ? body(failure, replay) : html`<p>${reason ?? 'Nothing further is known.'}</p>`}
</article>`
}

function body(failure: Failure, replay?: string): Markup {
  const { clause, expected, actual, difference, flaky, meaning, causes, counterexample, sequence, exchanges } = failure
  return html`<div class="sides"><div class="side expected"><h4>Expected</h4><p>${expected}</p></div><div class="side actual"><h4>Actual</h4><p>${actual}</p></div></div>
${difference && differenceFigure(difference)}
${flaky !== undefined && html`<p class="note"><strong>Flaky:</strong> the same case failed ${flaky} times. A worker, a replica or a cache may differ from the others.</p>`}
<div class="columns"><div>
${part('The reference says', lines(clause.split('\n')))}
${part('What it means for a client', html`<p>${meaning}</p>`)}
</div><div>
${causes.length > 0 && part('What to look at, most likely first', html`<ol>${causes.map((cause) => html`<li>${cause}</li>`)}</ol>`)}
${part('Smallest case that shows it', html`<p><code>${failure.case ?? writeJson(counterexample)}</code></p>`)}
</div></div>
${sequence && part('What was done, in order', html`<ol class="steps">${sequence.map((step) => html`<li><code>${step}</code></li>`)}</ol>`)}
${part('Reproduce it', commands(failure, replay))}
${exchanges.length > 0 && part(`Requests and responses${exchanges.length === 1 ? '' : `, ${exchanges.length} exchanges`}`, exchanges.map(exchangeDetails))}`
}

const part = (title: string, content: Part): Markup => html`<section class="part"><h4>${title}</h4>${content}</section>`

function commands({ curl, noCurl, again }: Failure, replay?: string): Part {
  const labelled = (label: string, command: string | undefined, what: string) =>
    !!command && [html`<p class="label">${label}</p>`, copyable(command, what)]
  return [
    labelled('The request that shows it; keys are read from the settings', curl, 'curl line'),
    noCurl !== undefined && html`<p class="muted">No single request shows it: ${noCurl}.</p>`,
    labelled('The rule once more, with the same cases', again, 'command that tests the rule again'),
    labelled('All failing cases of this report', replay, 'replay command'),
  ]
}
