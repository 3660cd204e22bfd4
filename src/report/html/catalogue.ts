import type { Report, RuleResult } from '../../core/results.ts'
import type { Context } from './context.ts'
import { html, type Markup } from './markup.ts'
import { count, section } from './parts.ts'
import { groupOf, ruleItem } from './rule.ts'
import { icon, ORDER } from './status.ts'

const LEVELS = ['stated', 'implied', 'observed'] as const

/** Every rule, whatever came of it. Where a script runs it can be searched. */
export function catalogue({ targets }: Report, context: Context): Markup {
  const rules = targets.flatMap((target) => target.rules)
  return section(
    'rules',
    `All ${count(rules.length, 'rule')}`,
    filters(rules),
    targets.map(
      ({ variant, rules }) => html`<div class="variant-rules"><h3>Variant ${variant.toUpperCase()}</h3>
<div class="rules">${[...rules].sort(byGroup).map((rule) => ruleItem(rule, context))}</div></div>`,
    ),
    html`<p id="no-match" class="note" hidden>No rule matches. <button type="button" class="reset">Show all</button></p>`,
  )
}

const byGroup = (a: RuleResult, b: RuleResult): number => (a.id < b.id ? -1 : 1)

function filters(rules: readonly RuleResult[]): Markup {
  const counted = ORDER.map((status) => [status, rules.filter((rule) => rule.status === status).length] as const)
  const groups = [...new Set(rules.map(({ id }) => groupOf(id)))].sort()
  return html`<div id="filters" role="search" aria-label="Rules" hidden>
<label class="field wide">Search<input type="search" id="search" autocomplete="off" spellcheck="false" placeholder="id, words of the title or the explanation"></label>
${choice('level', 'Level', LEVELS)}${choice('group', 'Group', groups)}
<fieldset><legend>Status, any of</legend>${counted
    .filter(([, n]) => n > 0)
    .map(
      ([status, n]) =>
        html`<label class="chip" data-status="${status}"><input type="checkbox" name="status" value="${status}">${icon(status)}${status} <b>${n}</b></label>`,
    )}</fieldset>
<p><span id="shown" role="status"></span> <button type="button" class="reset">Show all</button></p></div>`
}

function choice(id: string, name: string, values: readonly string[]): Markup {
  return html`<label class="field">${name}<select id="${id}"><option value="">any</option>${values.map((value) => html`<option>${value}</option>`)}</select></label>`
}
