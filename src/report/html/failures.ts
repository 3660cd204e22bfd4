import { capitalize } from '../../core/capitalize.ts'
import type {
  Difference,
  Extent,
  Failure,
  RuleResult,
  Status,
  TargetResult,
  WrittenExchange,
} from '../../core/results.ts'
import {
  aloneText,
  BECAUSE,
  caseOf,
  curlLines,
  explainedGroups,
  flakyText,
  headlineOf,
  senderText,
  severityText,
  variedLines,
} from '../failure-text.ts'
import { rulesWith } from '../reading-order.ts'
import { indentJson } from './indent-json.ts'
import {
  badge,
  copyable,
  count,
  duration,
  failureAnchor,
  html,
  lines,
  type Markup,
  type Part,
  ruleLink,
  type Section,
} from './markup.ts'

const KINDS: readonly (readonly [status: Status, id: string, what: string])[] = [
  ['failed', 'failures', 'violated rule'],
  ['warned', 'warnings', 'warning'],
  ['expected', 'accepted', 'accepted failure'],
]

/** Violated rules in full, failures before warnings. `replay`: the command that sends their cases again. */
export function failureSections(targets: readonly TargetResult[], replay?: string): Section[] {
  return KINDS.flatMap(([status, id, what]) => {
    const content = rulesWith(status, targets).map((rule) => article(rule, replay))
    return content.length === 0 ? [] : [{ id, title: capitalize(count(content.length, what)), content }]
  })
}

function article(rule: RuleResult, replay?: string): Markup {
  const { id, level, section, status, failure, reason } = rule
  const anchor = failureAnchor(id)
  return html`<article class="failure" id="${anchor}" data-status="${status}" aria-labelledby="${anchor}-title">
<header><p class="eyebrow">${badge(status)} ${ruleLink(id)} <span>${severityText(rule)}; ${level}, §${section}</span></p>
<h3 id="${anchor}-title">${headlineOf(rule)}</h3></header>
${failure?.follows && html`<p class="note"><strong>Fix <a href="#${failureAnchor(failure.follows.rule)}">${failure.follows.rule}</a> first:</strong> ${BECAUSE[failure.follows.because]}.</p>`}
${failure?.explains !== undefined && html`<p class="note"><strong>${count(failure.explains, 'more rule')}</strong>, ${explainedParts(failure)}.</p>`}
${status === 'expected' && reason !== undefined && html`<p class="note">${reason}</p>`}
${failure ? body(rule, failure, replay) : html`<p>${reason ?? 'Nothing further is known.'}</p>`}
</article>`
}

const explainedParts = (failure: Failure): Part =>
  explainedGroups(failure).map(({ how, ids }, i) => [i > 0 && '; ', `${ids.length} ${how}: `, links(ids)])

const links = (ids: readonly string[]): Part => ids.map((id, i) => [i > 0 && ', ', ruleLink(id)])

function body(rule: RuleResult, failure: Failure, replay?: string): Markup {
  const { clause, expected, actual, difference, flaky, pattern, extent, varied, meaning, causes, sequence, exchanges } =
    failure
  const onlyCase = caseOf(failure)
  const alone = aloneText(failure)
  return html`<div class="sides"><div class="side expected"><h4>Expected</h4><p>${expected}</p></div><div class="side actual"><h4>Actual</h4><p>${actual}</p></div></div>
${difference && differenceFigure(difference)}
${rule.note !== undefined && html`<p class="note">${capitalize(rule.note)}.</p>`}
${pattern !== undefined && part('What the failing responses have in common', html`<p>${capitalize(pattern)}</p>`)}
${extent && part('How far it extends', extentLists(extent))}
${varied && part('The request with one change at a time, not judged', lines(variedLines(varied)))}
${flaky !== undefined && html`<p class="note"><strong>Flaky:</strong> ${flakyText(flaky)}.</p>`}
${alone !== undefined && html`<p class="note"><strong>Not alone:</strong> ${alone}.</p>`}
<div class="columns">${part('What it means for a client', html`<p>${meaning}</p>`)}
${causes.length > 0 && part('What to look at', html`<ul>${causes.map((cause) => html`<li>${cause}</li>`)}</ul>`)}</div>
${onlyCase !== undefined && part('Smallest case that shows it', html`<p><code>${onlyCase}</code></p>`)}
${sequence && part('What was done, in order', html`<ol class="steps">${sequence.map((step) => html`<li><code>${step}</code></li>`)}</ol>`)}
${part('Reproduce it', commands(failure, replay))}
${part('The rule, and what the reference says', [html`<p>${rule.title}</p>`, lines(clause.split('\n'))])}
${exchanges.length > 0 && part(`Requests and responses${exchanges.length === 1 ? '' : `, ${exchanges.length} exchanges`}`, exchanges.map(exchangeDetails))}`
}

const extentLists = ({ failing, conforming }: Extent): Part =>
  [
    { label: 'fails too', cases: failing },
    { label: 'conforms', cases: conforming },
  ].map(({ label, cases }) => [
    cases.slice(0, MOST_CASES).map((text) => extentLine(label, text)),
    cases.length > MOST_CASES &&
      html`<details><summary>${label}: ${cases.length - MOST_CASES} more</summary>${cases.slice(MOST_CASES).map((text) => extentLine(label, text))}</details>`,
  ])

const MOST_CASES = 4
const extentLine = (label: string, text: string): Markup =>
  html`<p><span class="muted">${label}:</span> <code>${text}</code></p>`

const part = (title: string, content: Part): Markup => html`<section class="part"><h4>${title}</h4>${content}</section>`

function commands(failure: Failure, replay?: string): Part {
  const { sequence, noCurl, again, context } = failure
  const curl = curlLines(failure)
  const labelled = (label: string, command: string | undefined, what: string) =>
    !!command && [html`<p class="label">${label}</p>`, copyable(command, what)]
  return [
    labelled(
      `${context ? 'The requests that show it' : curl.length > 1 ? 'The requests that show it together' : 'The request that shows it'}; keys are read from the settings`,
      curl.join('\n'),
      'curl line',
    ),
    curl.length === 0 &&
      !sequence &&
      noCurl !== undefined &&
      html`<p class="muted">No request alone shows it: ${noCurl}.</p>`,
    labelled('Test the rule again with the same cases', again, 'command that tests the rule again'),
    labelled('All failing cases of this report', replay, 'replay command'),
  ]
}

/** Two texts with their difference marked in both. */
function differenceFigure({ at, one, other }: Difference): Markup {
  const marked = markBoth(one.text, other.text)
  return html`<figure class="difference"><figcaption>They differ in ${at}</figcaption>
${[one, other].map(({ label }, i) => html`<div><h5>${label}</h5><pre><code>${marked[i]}</code></pre></div>`)}
</figure>`
}

/** Words, strings and punctuation of JSON, or characters of any other text. */
const TOKENS = /"(?:[^"\\]|\\.)*"?|[^"{}[\],:]+|./gs
const isJson = (text: string): boolean => /[[{]|":/.test(text)

/** Marks what differs, in JSON by whole names and values. */
export function markBoth(...texts: readonly [one: string, other: string]): readonly [Markup, Markup] {
  const byToken = texts.every(isJson)
  const [one, other] = texts.map((text) => (byToken ? text.match(TOKENS) : [...text]) ?? []) as [string[], string[]]
  const shorter = Math.min(one.length, other.length)
  let start = 0
  while (start < shorter && one[start] === other[start]) start++
  let end = 0
  while (end < shorter - start && one.at(-1 - end) === other.at(-1 - end)) end++
  const isPaired = byToken && one.length === other.length
  const side = (tokens: readonly string[], others: readonly string[]) => {
    const parts = tokens.slice(start, tokens.length - end)
    const marked = isPaired
      ? parts.map((token, i) => (token === others[start + i] ? token : mark(token)))
      : mark(parts.join(''))
    return html`${tokens.slice(0, start).join('')}${marked}${tokens.slice(tokens.length - end).join('')}`
  }
  return [side(one, other), side(other, one)]
}

const mark = (text: string): Markup =>
  text === '' ? html`<mark class="gap"><span class="unseen">nothing here</span></mark>` : html`<mark>${text}</mark>`

/** One request and its response, collapsed. `i` counts from 0. */
function exchangeDetails({ request, response, problem, sentAt, ms }: WrittenExchange, i: number): Markup {
  const outcome = response ? `${response.status} ${response.reason}`.trim() : 'no response'
  return html`<details class="exchange"><summary><span class="n">${i + 1}</span> <code>${request.method} ${pathOf(request.url)}</code> <span class="arrow">→</span> <strong>${outcome}</strong> <span class="muted">${request.credential}${senderText(request)}, ${duration(ms)}</span></summary>
<h5>Request, sent ${sentAt}</h5>
${block('request', messageText(`${request.method} ${request.url}`, request.headers))}
${response ? [html`<h5>Response, ${count(response.bodyBytes, 'byte')} of body${isIndented(response) && ', indented here'}</h5>`, block('response', responseText(response))] : html`<p>No response: ${problem}</p>`}
${request.curl !== '' && [html`<h5>Send it again</h5>`, copyable(request.curl, `curl line of exchange ${i + 1}`)]}
</details>`
}

const block = (name: string, text: string): Markup =>
  html`<pre tabindex="0" role="group" aria-label="${name}"><code>${text}</code></pre>`

/** Without the origin, which all requests share. */
const pathOf = (url: string): string => url.replace(/^https?:\/\/[^/?#]*/, '') || '/'

function responseText(response: NonNullable<WrittenExchange['response']>): string {
  const { status, reason, headers, body, truncated } = response
  const head = messageText(`${status} ${reason}`.trim(), headers)
  return body === '' ? head : `${head}\n\n${indentJson(body)}${truncated ? '\n… truncated here' : ''}`
}

const isIndented = ({ body }: NonNullable<WrittenExchange['response']>): boolean => indentJson(body) !== body

const messageText = (start: string, headers: readonly (readonly [string, string])[]): string =>
  [start, ...headers.map(([name, value]) => `${name}: ${value}`)].join('\n')
