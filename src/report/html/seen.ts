import { type Json, writeJson } from '../../core/json.ts'
import { isArray, isObject } from '../../core/json-values.ts'
import { html, type Markup } from './markup.ts'

/** What was observed, as it is read: names with their values, without the punctuation of JSON. */
export function seen(json: Json): Markup {
  if (isArray(json) && json.length === 0) return html`<span class="muted">none</span>`
  if (!isObject(json)) return value(json)
  const members = Object.entries(json)
  if (!members.some(([, member]) => isObject(member))) return inARow(members)
  return html`<dl class="seen">${members.map(([name, member]) => html`<div><dt>${name}</dt><dd>${isObject(member) ? inARow(Object.entries(member)) : value(member)}</dd></div>`)}</dl>`
}

const inARow = (members: readonly [string, Json][]): Markup =>
  html`<span class="row">${members.map(([name, member]) => html`<span class="pair"><span class="muted">${name}</span> ${value(member)}</span> `)}</span>`

const value = (json: Json): Markup => html`<code>${typeof json === 'string' ? json : writeJson(json)}</code>`
