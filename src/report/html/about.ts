import type { Report, TargetResult } from '../../core/results.ts'
import { html, type Markup } from './markup.ts'
import { count, facts, grouped, section } from './parts.ts'
import { badge, MEANINGS, ORDER } from './status.ts'

/** What the verdict is worth, what it cannot cover, and how to read it. */
export function about({ suite, targets }: Report): Markup {
  return section('about', 'About this report', proof(suite), targets.map(untestable), legend)
}

function proof({ proof, name, version }: Report['suite']): Markup {
  const title = html`<h3>What the verdict is worth</h3>`
  if (!proof)
    return html`${title}<p>${name} ${version}. Its <code>selfcheck</code> command shows which faults it catches.</p>`
  const { faults, freedoms, digest } = proof
  return html`${title}<p>${name} ${version} was tried against servers that are known to be broken, and against legal ones that differ from each other.</p>
${facts([
  ['Broken servers caught', `${grouped(faults.caught)} of ${grouped(faults.of)}`],
  ['Legal servers not accused', `${grouped(freedoms.green)} of ${grouped(freedoms.of)}, over ${freedoms.seeds} seeds`],
  ['Digest of both matrices', html`<code>${digest}</code>`],
])}`
}

function untestable({ variant, clauses }: TargetResult): Markup | false {
  const { untestable } = clauses
  if (untestable.length === 0) return false
  return html`<details class="more"><summary>Variant ${variant.toUpperCase()}: ${count(untestable.length, 'clause')} that cannot be tried over HTTP</summary>
<dl class="reasons">${untestable.map(({ id, text, why }) => html`<div><dt><code>${id}</code> ${text}</dt><dd>${why}</dd></div>`)}</dl></details>`
}

const legend = html`<h3>How to read it</h3><dl class="legend">${ORDER.map(
  (status) => html`<div><dt>${badge(status)}</dt><dd>${MEANINGS[status]}</dd></div>`,
)}</dl>`
