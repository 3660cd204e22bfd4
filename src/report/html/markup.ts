import { html as template } from 'hono/html'
import type { HtmlEscapedString } from 'hono/utils/html'
import type { Status, Verdict } from '../../core/results.ts'
import { STATUS_ORDER } from '../reading-order.ts'
import type { VerdictText } from '../verdict-text.ts'

export type Markup = HtmlEscapedString
export type Part = Markup | string | number | bigint | false | undefined | readonly Part[]

/** Markup in which every value is escaped that is not markup itself. */
export const html = (fixed: TemplateStringsArray, ...parts: readonly Part[]): Markup =>
  // A promise only where a part is one.
  template(fixed, ...parts) as Markup

/** A part of the page that the navigation links to. */
export interface Section {
  readonly id: string
  readonly title: string
  readonly content: Part
}

export const failureAnchor = (id: string): string => `failure-${id}`
export const ruleAnchor = (id: string): string => `rule-${id}`
export const ruleLink = (id: string): Markup => html`<a href="#${ruleAnchor(id)}"><code>${id}</code></a>`

/** A text with a button that copies it; `what` names the text to screen readers. */
export function copyable(text: string, what: string): Markup {
  return html`<div class="copyable"><pre><code>${text}</code></pre><button type="button" class="copy" data-what="${what}" hidden>Copy</button></div>`
}

/** A paragraph, or a list of several. */
export function lines(texts: readonly Part[]): Markup {
  return texts.length === 1 ? html`<p>${texts[0]}</p>` : html`<ul>${texts.map((text) => html`<li>${text}</li>`)}</ul>`
}

/** Names with their values, without those that are undefined, empty or false. */
export function facts(pairs: readonly (readonly [name: string, value: Part])[]): Markup {
  const known = pairs.filter(([, value]) => value !== undefined && value !== '' && value !== false)
  return html`<dl class="facts">${known.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>`
}

export const count = (n: number, what: string): string => `${grouped(n)} ${what}${n === 1 ? '' : 's'}`

/** `12 345`, with non-breaking spaces. */
export const grouped = (n: number): string => String(n).replace(/\B(?=(\d{3})+$)/g, '\u00a0')

/** `850 ms`, `1.2 s`. */
export const duration = (ms: number): string => (ms >= 1000 ? `${short(ms / 1000)} s` : `${short(ms)} ms`)

const short = (value: number): string => (value >= 100 ? value.toFixed(0) : String(Number(value.toPrecision(2))))

/** `2026-01-02 03:04:05 UTC` for a time in ISO 8601. */
export const utc = (iso: string): string => iso.replace('T', ' ').replace(/(\.\d+)?Z$/, ' UTC')

export const MEANINGS: Readonly<Record<Status, string>> = {
  failed: 'the deployment violates the rule',
  warned: 'a violation of severity warning: a failure only with --strict',
  inconclusive: 'tested without a conclusion',
  blocked: 'not judged while another rule is violated',
  skipped: 'something that the rule needs is missing',
  attested: 'not tested: the operator vouches for it',
  expected: 'failed, and accepted in the --expect file',
  passed: 'the deployment conforms in every tested case',
  observed: 'the reference leaves it open: recorded, not judged',
}

/** Paths in a square of 16. */
const DRAWINGS: Readonly<Record<Status, string>> = {
  failed: 'M8 1a7 7 0 1 0 0 14A7 7 0 0 0 8 1M5.4 5.4l5.2 5.2m0-5.2-5.2 5.2',
  warned: 'M8 1.6 15 14H1zM8 6v4m0 1.8v.2',
  inconclusive: 'M8 1a7 7 0 1 0 0 14A7 7 0 0 0 8 1M6 6.2a2 2 0 1 1 3 1.8q-1 .6-1 1.6m0 2v.2',
  blocked: 'M8 1a7 7 0 1 0 0 14A7 7 0 0 0 8 1M3.2 3.2l9.6 9.6',
  skipped: 'M8 1a7 7 0 1 0 0 14A7 7 0 0 0 8 1M4.8 8h6.4',
  attested: 'M3 1h7l3 3v11H3zM5.5 8h5m-5 3h3',
  expected: 'M8 1a7 7 0 1 0 0 14A7 7 0 0 0 8 1M4.6 7q1.7-1.8 3.4 0t3.4 0m-6.8 3q1.7-1.8 3.4 0t3.4 0',
  passed: 'M8 1a7 7 0 1 0 0 14A7 7 0 0 0 8 1M4.8 8.3l2.2 2.2 4.3-4.8',
  observed: 'M1 8q2.6-4.6 7-4.6T15 8q-2.6 4.6-7 4.6T1 8m5 0a2 2 0 1 0 4 0 2 2 0 1 0-4 0',
}

/** Once in a page, for `icon` to refer to. */
export const sprite: Markup = html`<svg hidden>${STATUS_ORDER.map(
  (status) => html`<symbol id="i-${status}" viewBox="0 0 16 16"><path d="${DRAWINGS[status]}"/></symbol>`,
)}</svg>`

export const icon = (status: Status): Markup =>
  html`<svg class="icon" aria-hidden="true"><use href="#i-${status}"/></svg>`

/** Icon and word: colour alone says nothing. */
export const badge = (status: Status): Markup =>
  html`<span class="badge" data-status="${status}">${icon(status)}${status}</span>`

/** The status whose colour and icon a verdict has: that of `passed` only for an unqualified `conformant`. */
export function statusOfVerdict(verdict: Verdict, tone: VerdictText['tone']): Status {
  if (verdict !== 'conformant') return verdict === 'nonconformant' ? 'failed' : 'inconclusive'
  return tone === 'good' ? 'passed' : 'warned'
}

const FAVICON_COLOURS: Partial<Record<Status, string>> = { failed: '#c0392b', passed: '#1b7a43', warned: '#8a6100' }

/** Data URL of the icon of the worst status. Its quotation marks are single: it is an attribute's value. */
export function favicon(statuses: readonly Status[]): string {
  const worst = STATUS_ORDER.find((status) => statuses.includes(status)) ?? 'inconclusive'
  const path = `<path d='${DRAWINGS[worst]}' fill='none' stroke='${FAVICON_COLOURS[worst] ?? '#6d3fa8'}' stroke-width='2'/>`
  return `data:image/svg+xml,${encodeURIComponent(`<svg xmlns='http://www.w3.org/2000/svg' viewBox='-1 -1 18 18'>${path}</svg>`)}`
}
