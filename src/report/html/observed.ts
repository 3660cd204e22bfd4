import type { TargetResult } from '../../core/results.ts'
import { ruleAt } from './anchors.ts'
import { html, type Markup } from './markup.ts'
import { section } from './parts.ts'
import { seen } from './seen.ts'

/** What the references leave open, and how each deployment has it. */
export function observed(targets: readonly TargetResult[]): Markup | undefined {
  const tables = targets.map(tableOf)
  if (tables.every((table) => table === undefined)) return undefined
  const intro = html`<p class="lead">The references leave these open. They are recorded so that two runs can be compared, and never judged.</p>`
  return section('observed', 'Observed behaviour', intro, tables)
}

function tableOf({ variant, rules }: TargetResult): Markup | undefined {
  const found = rules.filter(({ status }) => status === 'observed')
  if (found.length === 0) return undefined
  return html`<table class="observed"><caption>Variant ${variant.toUpperCase()}</caption>
<thead><tr><th scope="col">Behaviour</th><th scope="col">Seen</th></tr></thead><tbody>${found.map(
    ({ id, title, observation }) =>
      html`<tr><th scope="row"><a href="#${ruleAt(id)}">${title}</a></th><td>${seen(observation ?? null)}</td></tr>`,
  )}</tbody></table>`
}
