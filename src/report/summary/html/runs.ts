import { html, type Markup } from '../../html/markup.ts'
import { moment } from '../../html/masthead.ts'
import { grouped } from '../../html/parts.ts'
import { icon, standsFor } from '../../html/status.ts'
import { countsInWords } from '../counts.ts'
import type { Deployment, Matrix } from '../summary.ts'

/** The deployments, in the order in which they were given. */
export function runsTable({ variant, deployments }: Matrix): Markup {
  return html`<div class="scroll" tabindex="0" role="group" aria-label="Deployments of variant ${variant.toUpperCase()}"><table class="fleet runs"><caption>Deployments</caption>
<thead><tr><th scope="col">Name</th><th scope="col">Verdict</th><th scope="col">Rules</th><th scope="col">Requests</th><th scope="col">Base URL</th><th scope="col">Started</th></tr></thead>
<tbody>${deployments.map(row)}</tbody></table></div>`
}

function row({ name, verdict, phrase, tone, stopped, counts, requests, baseUrl, startedAt }: Deployment): Markup {
  const status = standsFor({ verdict, tone })
  return html`<tr><th scope="row">${name}</th><td><span class="badge" data-status="${status}">${icon(status)}${phrase}</span></td>
<td>${stopped ?? countsInWords(counts)}</td><td class="numbers">${grouped(requests)}</td><td class="who">${baseUrl}</td><td class="who">${moment(startedAt)}</td></tr>`
}
