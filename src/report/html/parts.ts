import { html, type Markup, type Part } from './markup.ts'

export const count = (n: number, what: string): string => `${grouped(n)} ${what}${n === 1 ? '' : 's'}`

/** `12 345`, with spaces that do not break. */
export const grouped = (n: number): string => String(n).replace(/\B(?=(\d{3})+$)/g, '\u00a0')

/** A line to take along. The button is there where a script runs. */
export function copyable(text: string, what: string): Markup {
  return html`<div class="copyable"><pre><code>${text}</code></pre><button type="button" class="copy" data-what="${what}" hidden>Copy</button></div>`
}

/** Paragraphs, or a list where there are several. */
export function lines(texts: readonly Part[]): Markup {
  return texts.length === 1 ? html`<p>${texts[0]}</p>` : html`<ul>${texts.map((text) => html`<li>${text}</li>`)}</ul>`
}

/** Names and what they are; what is undefined or empty is left out. */
export function facts(pairs: readonly (readonly [name: string, value: Part])[]): Markup {
  const known = pairs.filter(([, value]) => value !== undefined && value !== '' && value !== false)
  return html`<dl class="facts">${known.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>`
}

export function section(id: string, title: string, ...content: readonly Part[]): Markup {
  return html`<section id="${id}" aria-labelledby="${id}-title"><h2 id="${id}-title">${title}</h2>${content}</section>`
}

export const ms = (value: number): string => (value >= 1000 ? `${short(value / 1000)} s` : `${short(value)} ms`)

const short = (value: number): string => (value >= 100 ? value.toFixed(0) : String(Number(value.toPrecision(2))))
