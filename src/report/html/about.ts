import type { Report, TargetResult } from '../../core/results.ts'
import { STATUS_ORDER } from '../reading-order.ts'
import { badge, count, facts, grouped, html, type Markup, MEANINGS, type Part, type Section } from './markup.ts'

/** What the verdict is worth, what it cannot cover, and how to read it. */
export const aboutSection = ({ suite, targets }: Report): Section => ({
  id: 'about',
  title: 'About this report',
  content: [proof(suite), targets.map(attested), targets.map(untestable), legend],
})

function proof({ proof, name, version }: Report['suite']): Markup {
  const title = html`<h3>What the verdict is worth</h3>`
  if (!proof)
    return html`${title}<p>${name} ${version}. Its <code>selfcheck</code> command shows which faults it catches.</p>`
  const { faults, freedoms, digest } = proof
  return html`${title}<p>${name} ${version} was tested against servers with known faults, and against legal servers that differ from each other.</p>
${facts([
  ['Faulty servers caught', `${grouped(faults.caught)} of ${grouped(faults.of)}`],
  ['Legal servers not accused', `${grouped(freedoms.green)} of ${grouped(freedoms.of)}, over ${freedoms.seeds} seeds`],
  ['Digest of both matrices', html`<code>${digest}</code>`],
])}`
}

function attested({ variant, clauses: { attested } }: TargetResult): Part {
  if (attested.length === 0) return false
  return html`<details class="more"><summary>Variant ${variant.toUpperCase()}: ${count(attested.length, 'clause')} attested by the operator, not tested</summary>
<dl class="reasons">${attested.map(({ id, text, by, on, statement }) => html`<div><dt><code>${id}</code> ${text}</dt><dd>${by}, ${on}: ${statement}</dd></div>`)}</dl></details>`
}

function untestable({ variant, clauses: { untestable } }: TargetResult): Part {
  if (untestable.length === 0) return false
  return html`<details class="more"><summary>Variant ${variant.toUpperCase()}: ${count(untestable.length, 'clause')} that cannot be tested over HTTP</summary>
<dl class="reasons">${untestable.map(({ id, text, why }) => html`<div><dt><code>${id}</code> ${text}</dt><dd>${why}</dd></div>`)}</dl></details>`
}

const legend = html`<h3>How to read it</h3><dl class="legend">${STATUS_ORDER.map(
  (status) => html`<div><dt>${badge(status)}</dt><dd>${MEANINGS[status]}</dd></div>`,
)}</dl>`
