import { capitalize } from '../../core/capitalize.ts'
import type { Report } from '../../core/results.ts'
import { exitText, INSECURE } from '../verdict-text.ts'
import { count, html, type Markup, type Part } from './markup.ts'

/** What limits every other statement of the report, and what the reader has to do. */
export function alerts(report: Report): Part {
  const { run, targets } = report
  const { crash, demo, insecure, interrupted, expect } = run
  const exit = exitText(report)
  const stale = expect?.stale ?? []
  return [
    crash !== undefined &&
      alert('The suite itself failed, so this report is incomplete.', html`<p><code>${crash}</code></p>`),
    demo && alert('Demo.', html`<p>This is the bundled reference server, not a deployment.</p>`),
    insecure && alert('Certificates were not checked.', html`<p>${INSECURE}</p>`),
    interrupted && alert('The run was interrupted.', html`<p>Rules without a result were not tested.</p>`),
    targets.map(
      ({ variant, cut }) =>
        cut &&
        alert(
          `Variant ${variant.toUpperCase()} was not tested to the end.`,
          html`<p>${cut.reason}: rules without a result were not tested.</p>`,
        ),
    ),
    targets.map(
      ({ variant, leftovers = [] }) =>
        leftovers.length > 0 &&
        alert(
          `Variant ${variant.toUpperCase()}: revoke ${count(leftovers.length, 'key')} that the suite created and could not revoke.`,
          html`<ul>${leftovers.map((key) => html`<li><code>${key}</code></li>`)}</ul>`,
        ),
    ),
    exit !== undefined && alert('Not every rule was decided.', html`<p>${capitalize(exit)}.</p>`),
    stale.length > 0 &&
      alert(
        'Accepted failures that no longer happen: delete their entries.',
        html`<ul>${stale.map(({ at, rule, why }) => html`<li><code>${at}</code> <code>${rule}</code>: ${why}</li>`)}</ul>`,
      ),
  ]
}

const alert = (title: string, content: Markup): Markup =>
  html`<div class="alert"><p><strong>${title}</strong></p>${content}</div>`
