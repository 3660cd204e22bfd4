import { OPEN, type Status, type TargetResult } from '../../core/results.ts'
import { groupsOf } from '../groups.ts'
import { ruleAt } from './anchors.ts'
import { html, type Markup } from './markup.ts'
import { section } from './parts.ts'
import { badge, MEANINGS } from './status.ts'

/** Rules without a result: why, and what to do about it. */
export function leftOut(targets: readonly TargetResult[]): Markup | undefined {
  const tables = targets.flatMap((target) => OPEN.map((status) => groupsIn(target, status)))
  if (tables.every((table) => table === undefined)) return undefined
  return section('left-out', 'Without a result', tables)
}

function groupsIn(target: TargetResult, status: Status): Markup | undefined {
  const groups = groupsOf(target.rules, status)
  if (groups.length === 0) return undefined
  return html`<div class="card"><h3>${badge(status)} <span class="muted">Variant ${target.variant.toUpperCase()}: ${MEANINGS[status]}</span></h3>
<dl class="reasons">${groups.map(
    ({ reason, rules }) =>
      html`<div><dt>${reason}</dt><dd>${rules.map(({ id }) => html`<a href="#${ruleAt(id)}"><code>${id}</code></a> `)}</dd></div>`,
  )}</dl></div>`
}
