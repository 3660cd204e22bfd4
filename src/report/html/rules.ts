import { type Explanation, partsOf } from '../../core/explanation.ts'
import { OPEN, type RuleResult, type TargetResult } from '../../core/results.ts'
import { groupByReason, groupOf, STATUS_ORDER } from '../reading-order.ts'
import {
  badge,
  count,
  duration,
  facts,
  failureAnchor,
  grouped,
  html,
  icon,
  lines,
  type Markup,
  MEANINGS,
  type Part,
  ruleAnchor,
  ruleLink,
  type Section,
} from './markup.ts'
import { observationMarkup } from './observed.ts'

const LEVELS = ['stated', 'implied', 'observed']

type Explanations = ReadonlyMap<string, Explanation>

/** Every rule with its result and explanation. The script of the page adds search and filters. */
export function rulesSection(targets: readonly TargetResult[], explanations: Explanations): Section {
  const rules = targets.flatMap((target) => target.rules)
  return {
    id: 'rules',
    title: `All ${count(rules.length, 'rule')}`,
    content: [
      targets.map(matrix),
      filters(rules),
      targets.map(
        ({ variant, rules }) => html`<div class="variant-rules"><h3>Variant ${variant.toUpperCase()}</h3>
<div class="rules">${rules.toSorted(byId).map((rule) => ruleItem(rule, explanations.get(rule.id)))}</div></div>`,
      ),
      html`<p id="no-match" class="note" hidden>No rule matches. <button type="button" class="reset">Show all</button></p>`,
    ],
  }
}

/** One square for each rule, a row for each area. */
function matrix({ variant, rules }: TargetResult): Markup {
  const areas = [...Map.groupBy(rules.toSorted(byId), ({ id }) => groupOf(id))]
  const square = ({ id, status }: RuleResult) =>
    html`<a href="#${ruleAnchor(id)}" data-status="${status}" title="${id}: ${status}" aria-label="${id}: ${status}">${icon(status)}</a>`
  return html`<table class="matrix"><caption>Variant ${variant.toUpperCase()}: every rule by area</caption>
<tbody>${areas.map(([area, of]) => html`<tr><th scope="row"><code>${area}</code></th><td><div>${of.map(square)}</div></td></tr>`)}</tbody></table>`
}

const byId = (one: RuleResult, other: RuleResult): number => (one.id < other.id ? -1 : 1)

function filters(rules: readonly RuleResult[]): Markup {
  const counts = STATUS_ORDER.map((status) => [status, rules.filter((rule) => rule.status === status).length] as const)
  const groups = [...new Set(rules.map(({ id }) => groupOf(id)))].sort()
  return html`<div id="filters" role="search" aria-label="Rules" hidden>
<label class="field wide">Search<input type="search" id="search" autocomplete="off" spellcheck="false" placeholder="id, or words of the title or the explanation"></label>
${choice('level', 'Level', LEVELS)}${choice('group', 'Group', groups)}
<fieldset><legend>Status, any of</legend>${counts
    .filter(([, n]) => n > 0)
    .map(
      ([status, n]) =>
        html`<label class="chip" data-status="${status}"><input type="checkbox" name="status" value="${status}">${icon(status)}${status} <b>${n}</b></label>`,
    )}</fieldset>
<p><span id="shown" role="status"></span> <button type="button" class="reset">Show all</button></p></div>`
}

const choice = (id: string, name: string, values: readonly string[]): Markup =>
  html`<label class="field">${name}<select id="${id}"><option value="">any</option>${values.map((value) => html`<option>${value}</option>`)}</select></label>`

/** A collapsed rule: its result, and its explanation as `rules ID` prints it. */
function ruleItem(rule: RuleResult, explanation: Explanation | undefined): Markup {
  const { id, level, section, title, status } = rule
  const parts = explanation
    ? partsOf(explanation)
    : [{ title: 'Explanation', lines: ['This version of the suite does not know the rule.'] }]
  return html`<details class="rule" id="${ruleAnchor(id)}" data-status="${status}" data-level="${level}" data-group="${groupOf(id)}"><summary>${badge(status)} <span class="title">${title}</span> <span class="id"><code>${id}</code> <span class="muted">${level}, §${section}</span></span></summary>
<div class="inside">${result(rule)}${parts.map((part) => html`<div class="part"><h4>${part.title}</h4>${lines(part.lines)}</div>`)}</div></details>`
}

function result(rule: RuleResult): Part {
  const { id, status, cases, requests, durationMs, latency, reason, note, observation, failure } = rule
  return [
    reason !== undefined && html`<p class="note">${reason}</p>`,
    failure && html`<p><a href="#${failureAnchor(id)}">${status}: ${failure.summary}</a></p>`,
    observation !== undefined && html`<div class="part"><h4>Observed</h4>${observationMarkup(observation)}</div>`,
    note !== undefined && html`<p>${note}</p>`,
    facts([
      ['Cases', grouped(cases)],
      ['Requests', grouped(requests)],
      ['Took', durationMs > 0 && duration(durationMs)],
      ['Half of its responses within', latency && duration(latency.p50)],
      ['99 of 100 within', latency && duration(latency.p99)],
    ]),
  ]
}

/** Rules without a result: why, and what to do about it. */
export function undecidedSection(targets: readonly TargetResult[]): Section | undefined {
  const cards = targets.flatMap(({ variant, rules }) =>
    OPEN.flatMap((status) => {
      const groups = groupByReason(rules, status)
      if (groups.length === 0) return []
      return html`<div class="card"><h3>${badge(status)} <span class="muted">Variant ${variant.toUpperCase()}: ${MEANINGS[status]}</span></h3>
<dl class="reasons">${groups.map(
        ({ reason, rules }) =>
          html`<div><dt>${reason}</dt><dd>${rules.map(({ id }) => [ruleLink(id), ' '])}</dd></div>`,
      )}</dl></div>`
    }),
  )
  return cards.length === 0 ? undefined : { id: 'left-out', title: 'Without a result', content: cards }
}
