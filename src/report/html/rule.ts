import { type ExplanationPart, partsOf } from '../../core/explanation.ts'
import type { RuleResult } from '../../core/results.ts'
import { failureAt, ruleAt } from './anchors.ts'
import type { Context } from './context.ts'
import { html, type Markup } from './markup.ts'
import { facts, grouped, lines, ms } from './parts.ts'
import { seen } from './seen.ts'
import { badge } from './status.ts'

/** A rule of the catalogue, folded up: what came of it, and its explanation as `rules ID` prints it. */
export function ruleItem(rule: RuleResult, { explanations }: Context): Markup {
  const { id, level, section, title, status } = rule
  return html`<details class="rule" id="${ruleAt(id)}" data-status="${status}" data-level="${level}" data-group="${groupOf(id)}"><summary>${badge(status)} <span class="title">${title}</span> <span class="id"><code>${id}</code> <span class="muted">${level}, §${section}</span></span></summary>
<div class="inside">${outcome(rule)}${explanation(explanations.get(id)).map(part)}</div></details>`
}

/** `a.users.total` is in the group `a.users`. */
export const groupOf = (id: string): string => id.split('.').slice(0, 2).join('.')

function outcome(rule: RuleResult): Markup {
  const { id, status, cases, requests, durationMs, latency, reason, note, observation, failure } = rule
  return html`${reason !== undefined && html`<p class="note">${reason}</p>`}
${failure && html`<p><a href="#${failureAt(id)}">${status}: ${failure.summary}</a></p>`}
${observation !== undefined && html`<div class="part"><h4>Observed</h4>${seen(observation)}</div>`}
${note !== undefined && html`<p>${note}</p>`}
${facts([
  ['Cases', grouped(cases)],
  ['Requests', grouped(requests)],
  ['Took', durationMs > 0 && ms(durationMs)],
  ['Half of its answers within', latency && ms(latency.p50)],
  ['99 of 100 within', latency && ms(latency.p99)],
])}`
}

function explanation(found: Parameters<typeof partsOf>[0] | undefined): readonly ExplanationPart[] {
  if (found) return partsOf(found)
  return [{ title: 'Explanation', lines: ['This version of the suite does not know the rule.'] }]
}

const part = ({ title, lines: texts }: ExplanationPart): Markup =>
  html`<div class="part"><h4>${title}</h4>${lines(texts)}</div>`
