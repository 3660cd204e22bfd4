import { writeJson } from '../../core/json.ts'
import type { Failure, RuleResult } from '../../core/results.ts'
import { headlineOf } from '../headline.ts'
import { failureAt, ruleAt } from './anchors.ts'
import type { Context } from './context.ts'
import { differenceBox } from './difference.ts'
import { exchangeBox } from './exchange.ts'
import { html, type Markup, type Part } from './markup.ts'
import { copyable, lines } from './parts.ts'
import { badge } from './status.ts'

/** A broken rule in full: what is wrong, how to see it, what to look at. */
export function failureArticle(rule: RuleResult, context: Context): Markup {
  const { id, level, section, title, status, failure, reason } = rule
  return html`<article class="failure" id="${failureAt(id)}" data-status="${status}" aria-labelledby="${failureAt(id)}-title">
<header><p class="eyebrow">${badge(status)} <a href="#${ruleAt(id)}"><code>${id}</code></a> <span>${level}, §${section}</span></p>
<h3 id="${failureAt(id)}-title">${headlineOf(rule)}</h3></header>
${failure?.headline !== undefined && html`<p class="muted">${title}</p>`}
${status === 'expected' && reason !== undefined && html`<p class="note">${reason}</p>`}
${failure ? body(failure, context) : html`<p>${reason ?? 'Nothing further is known.'}</p>`}
</article>`
}

function body(failure: Failure, context: Context): Markup {
  const { expected, actual, difference, flaky, meaning, causes, sequence, exchanges } = failure
  return html`<div class="sides"><div class="side expected"><h4>Expected</h4><p>${expected}</p></div><div class="side actual"><h4>Got</h4><p>${actual}</p></div></div>
${difference && differenceBox(difference)}
${flaky !== undefined && html`<p class="note"><strong>Flaky:</strong> the same case failed ${flaky} times. A worker, a replica or a cache may differ from the others.</p>`}
<div class="columns"><div>
${part('The reference says', lines(clauseLines(failure.clause)))}
${part('What it means for a client', html`<p>${meaning}</p>`)}
</div><div>
${causes.length > 0 && part('What to look at, most likely first', html`<ol>${causes.map((cause) => html`<li>${cause}</li>`)}</ol>`)}
${part('Smallest case that shows it', html`<p><code>${caseOf(failure)}</code></p>`)}
</div></div>
${sequence && part('What was done, in order', html`<ol class="steps">${sequence.map((step) => html`<li><code>${step}</code></li>`)}</ol>`)}
${part('See it yourself', seeIt(failure, context))}
${exchanges.length > 0 && part(exchanges.length === 1 ? 'What was sent and what came back' : `What was sent and what came back, ${exchanges.length} exchanges`, exchanges.map(exchangeBox))}`
}

const part = (title: string, content: Part): Markup => html`<section class="part"><h4>${title}</h4>${content}</section>`

/** Each clause begins with its section. */
const clauseLines = (clause: string): string[] => clause.split(/\s+(?=§[\w.]+ \(|Hence: )/)

const caseOf = ({ case: words, counterexample }: Failure): string => words ?? writeJson(counterexample)

function seeIt({ curl, noCurl, again }: Failure, { replay }: Context): Part {
  return [
    curl !== '' && html`<p class="label">The request that shows it; keys are read from the settings</p>`,
    curl !== '' && copyable(curl, 'curl line'),
    noCurl !== undefined && html`<p class="muted">No single request shows it: ${noCurl}.</p>`,
    again !== undefined && html`<p class="label">The rule once more, with the same cases</p>`,
    again !== undefined && copyable(again, 'command that tries the rule again'),
    replay !== undefined && html`<p class="label">All failing cases of this report</p>`,
    replay !== undefined && copyable(replay, 'replay command'),
  ]
}
