import type { Report } from '../../core/results.ts'
import { INSECURE } from '../insecure.ts'
import { html, type Markup } from './markup.ts'
import { count } from './parts.ts'

/** What has to be known before anything else is believed, and what has to be done. */
export function alerts({ run, targets }: Report): Markup[] {
  const found: Markup[] = []
  if (run.crash !== undefined)
    found.push(
      alert(
        'The suite itself failed: what it would still have found is not known.',
        html`<p><code>${run.crash}</code></p>`,
      ),
    )
  if (run.demo) found.push(alert('Demo.', html`<p>This is the bundled reference server, not a deployment.</p>`))
  if (run.insecure) found.push(alert('Certificates were not checked.', html`<p>${INSECURE}</p>`))
  if (run.interrupted) found.push(alert('The run was interrupted.', html`<p>What is not told here was not tried.</p>`))
  for (const { variant, cut } of targets)
    if (cut)
      found.push(
        alert(
          `Variant ${variant.toUpperCase()} was not tried to the end.`,
          html`<p>${cut.reason}: what is not told here was not tried.</p>`,
        ),
      )
  for (const { variant, leftovers = [] } of targets)
    if (leftovers.length > 0)
      found.push(
        alert(
          `Variant ${variant.toUpperCase()}: revoke ${count(leftovers.length, 'key')} that the suite created and could not revoke.`,
          html`<ul>${leftovers.map((key) => html`<li><code>${key}</code></li>`)}</ul>`,
        ),
      )
  const { stale = [] } = run.expect ?? {}
  if (stale.length > 0)
    found.push(
      alert(
        'Accepted failures that no longer happen: delete their entries.',
        html`<ul>${stale.map(({ at, rule, why }) => html`<li><code>${at}</code> <code>${rule}</code>: ${why}</li>`)}</ul>`,
      ),
    )
  return found
}

const alert = (title: string, content: Markup): Markup =>
  html`<div class="alert"><p><strong>${title}</strong></p>${content}</div>`
