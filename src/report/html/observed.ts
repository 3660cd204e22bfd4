import { type Json, writeJson } from '../../core/json.ts'
import { isArray, isObject } from '../../core/json-values.ts'
import type { TargetResult } from '../../core/results.ts'
import { html, type Markup, ruleAnchor, type Section } from './markup.ts'

/** How each deployment behaves where the references leave the behaviour open. */
export function observedSection(targets: readonly TargetResult[]): Section | undefined {
  const tables = targets.flatMap(tableOf)
  if (tables.length === 0) return undefined
  const intro = html`<p class="lead">The references leave these open. They are recorded so that two runs can be compared, and never judged.</p>`
  return { id: 'observed', title: 'Observed behaviour', content: [intro, tables] }
}

function tableOf({ variant, rules }: TargetResult): Markup[] {
  const found = rules.filter(({ status }) => status === 'observed')
  if (found.length === 0) return []
  return [
    html`<table class="observed"><caption>Variant ${variant.toUpperCase()}</caption>
<thead><tr><th scope="col">Behaviour</th><th scope="col">Observed</th></tr></thead><tbody>${found.map(
      ({ id, title, observation }) =>
        html`<tr><th scope="row"><a href="#${ruleAnchor(id)}">${title}</a></th><td>${observationMarkup(observation ?? null)}</td></tr>`,
    )}</tbody></table>`,
  ]
}

/** An observation as names with values, without the punctuation of JSON. */
export function observationMarkup(json: Json): Markup {
  if (isArray(json) && json.length === 0) return html`<span class="muted">none</span>`
  if (!isObject(json)) return value(json)
  const members = Object.entries(json)
  if (!members.some(([, member]) => isObject(member))) return inline(members)
  return html`<dl class="observation">${members.map(([name, member]) => html`<div><dt>${name}</dt><dd>${isObject(member) ? inline(Object.entries(member)) : value(member)}</dd></div>`)}</dl>`
}

const inline = (members: readonly [string, Json][]): Markup =>
  html`<span>${members.map(([name, member]) => html`<span class="pair"><span class="muted">${name}</span> ${value(member)}</span> `)}</span>`

const value = (json: Json): Markup => html`<code>${typeof json === 'string' ? json : writeJson(json)}</code>`
