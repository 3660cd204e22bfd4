import { isBroken, type RuleResult, type Status, type TargetResult } from '../../core/results.ts'
import { byImpact } from '../by-impact.ts'
import { groupsOf } from '../groups.ts'
import { headlineOf } from '../headline.ts'
import { verdictText } from '../verdict-text.ts'
import { failureAt } from './anchors.ts'
import { html, type Markup } from './markup.ts'
import { count, facts, grouped } from './parts.ts'
import { icon, ORDER, standsFor } from './status.ts'

const MOST_NAMED = 8

/** What a person sees first of a target: the verdict, out of what, what is broken, and what could not be tried. */
export function verdictCard(target: TargetResult): Markup {
  const { variant, baseUrl, verdict, stopped, proxy } = target
  const { phrase, tone, details } = verdictText(target)
  const id = `verdict-${variant}`
  const status = standsFor({ verdict, tone })
  return html`<section class="card verdict" data-status="${status}" aria-labelledby="${id}">
<h2 id="${id}"><span class="variant">Variant ${variant.toUpperCase()}</span> <span class="word">${icon(status)}${phrase}</span></h2>
<p class="url">${baseUrl}${proxy !== undefined && html` through the proxy ${proxy}`}</p>
${stopped !== undefined && html`<p class="note"><strong>Nothing could be concluded:</strong> ${stopped}</p>`}
${stopped === undefined && html`<p class="open">${details.join('; ')}</p>`}
${bar(target)}
${denominators(target)}
${broken(target)}
${missing(target)}
</section>`
}

/** A bar for the eye; the list below it says the same. */
function bar({ counts, rules }: TargetResult): Markup {
  const shown = ORDER.filter((status) => counts[status] > 0)
  let x = 0
  const parts = shown.map((status) => {
    const width = (counts[status] / Math.max(rules.length, 1)) * 100
    x += width
    return html`<rect data-status="${status}" x="${(x - width).toFixed(2)}%" width="${width.toFixed(2)}%" height="100%"/>`
  })
  return html`<svg class="bar" width="100%" height="10" aria-hidden="true">${parts}</svg>
<ul class="counts">${shown.map((status) => html`<li data-status="${status}">${icon(status)}<b>${counts[status]}</b> ${status}</li>`)}</ul>`
}

function denominators({ rules, requests, retries, serverErrors, clauses }: TargetResult): Markup {
  const judged = rules.filter(({ level }) => level !== 'observed')
  const tried = judged.filter(isConcluded)
  const observed = rules.filter(({ status }) => status === 'observed').length
  const cases = rules.reduce((sum, rule) => sum + rule.cases, 0)
  const out = clauses.untestable.length
  return facts([
    ['Rules judged', `${tried.length} of ${judged.length}`],
    ['Kept', `${judged.filter(({ status }) => status === 'passed').length} of ${tried.length} judged`],
    ['Behaviours observed', `${observed} of ${rules.length - judged.length}`],
    ['Clauses of the reference', `${clauses.tried} of ${clauses.total} tried; ${out} cannot be tried over HTTP`],
    ['Cases', grouped(cases)],
    ['Server errors', serverErrors > 0 && `${grouped(serverErrors)} responses with 5xx`],
    ['Requests', retries > 0 ? `${grouped(requests)}, ${retries} of them sent again` : grouped(requests)],
  ])
}

const CONCLUDED = new Set<Status>(['passed', 'failed', 'warned', 'expected'])
const isConcluded = ({ status }: RuleResult): boolean => CONCLUDED.has(status)

function broken({ rules }: TargetResult): Markup | false {
  const found = byImpact(rules.filter(({ status }) => isBroken(status)))
  if (found.length === 0) return false
  const more = found.length - MOST_NAMED
  return html`<h3>Broken</h3><ul class="named">${found
    .slice(0, MOST_NAMED)
    .map(
      (rule) =>
        html`<li data-status="${rule.status}">${icon(rule.status)}<span class="unseen">${rule.status}: </span><a href="#${failureAt(rule.id)}">${headlineOf(rule)}</a></li>`,
    )}</ul>${more > 0 && html`<p class="muted">and ${count(more, 'more rule')}, below</p>`}`
}

function missing(target: TargetResult): Markup | false {
  const groups = groupsOf(target.rules, 'skipped')
  if (groups.length === 0) return false
  return html`<h3>Not tried</h3><ul class="named">${groups.map(
    ({ reason, rules }) =>
      html`<li data-status="skipped">${icon('skipped')}<span>${count(rules.length, 'rule')}: ${reason}</span></li>`,
  )}</ul>`
}
