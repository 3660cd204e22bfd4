import { html as template } from 'hono/html'
import type { HtmlEscapedString } from 'hono/utils/html'

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
