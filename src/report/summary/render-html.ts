import { capitalize } from '../../core/capitalize.ts'
import { renderDocument } from '../html/document.ts'
import { count, facts, grouped, html, icon, type Markup, type Section, statusOfVerdict, utc } from '../html/markup.ts'
import { sanitizeReport } from '../sanitize-report.ts'
import {
  alikeRows,
  countsText,
  type Finding,
  findingsOf,
  type RowGroup,
  rowGroups,
  sharesFinding,
} from './row-groups.ts'
import type { Cell, Deployment, Matrix, Row, Summary } from './summarise.ts'

const NAME = 'Tenant public API conformance: a fleet'
/** More columns have upright names. */
const FEW = 6

/** A page like `report.html`: in which conditions the runs differ, and per variant the rules that differ and the deployments. */
export function renderSummaryHtml(summary: Summary): string {
  const { made, matrices } = sanitizeReport(summary)
  return renderDocument({
    heading: NAME,
    skip: 'Skip to the matrix',
    facts: facts(
      matrices.map(({ variant, deployments }) => [`Variant ${variant.toUpperCase()}`, verdicts(deployments)]),
    ),
    top:
      made.length > 0 &&
      html`<div class="alert"><p><strong>The runs differ in their conditions:</strong></p>${made.map(({ what, values }) => findingMarkup(sharesFinding(values, what)))}</div>`,
    sections: matrices.map(matrixSection),
    statuses: matrices.flatMap(({ deployments }) => deployments.map(statusOf)),
  })
}

const statusOf = ({ verdict, tone }: Deployment) => statusOfVerdict(verdict, tone)

function verdicts(deployments: readonly Deployment[]): string {
  const conformant = deployments.filter(({ tone }) => tone === 'good').length
  return `${conformant} of ${count(deployments.length, 'deployment')} conformant without reservation`
}

function matrixSection(matrix: Matrix): Section {
  const { variant, rules } = matrix
  const groups = rowGroups(matrix)
  const alike = alikeRows(matrix)
  const differ = groups.filter(({ group }) => group !== 'broken on all').reduce((sum, { rows }) => sum + rows.length, 0)
  return {
    id: `variant-${variant}`,
    title: `Variant ${variant.toUpperCase()}: ${differ} of ${count(rules.length, 'rule')} differ`,
    content: [
      groups.map((group) => groupMarkup(group, matrix)),
      deploymentTable(matrix),
      alike.length > 0 && details(`${count(alike.length, 'rule')} alike`, statusTable(alike, matrix)),
    ],
  }
}

function groupMarkup({ group, title, rows }: RowGroup, matrix: Matrix): Markup {
  const content = group === 'observed to differ' ? observationTable(rows, matrix) : statusTable(rows, matrix)
  const heading = html`${capitalize(title)} <span class="muted">${rows.length}</span>`
  // Many rules, and little to learn from them.
  if (group === 'not tried on all') return details(heading, content)
  return html`<div class="group"><h3>${heading}</h3>${content}</div>`
}

const details = (summary: Markup | string, content: Markup): Markup =>
  html`<details class="more"><summary>${summary}</summary>${content}</details>`

/** A table that scrolls within its width. */
export function scrollable(
  label: string,
  name: string,
  caption: string,
  heads: readonly Markup[],
  body: readonly Markup[],
) {
  return html`<div class="scroll" tabindex="0" role="group" aria-label="${label}"><table class="fleet ${name}">${caption !== '' && html`<caption>${caption}</caption>`}
<thead><tr>${heads}</tr></thead><tbody>${body}</tbody></table></div>`
}

export const head = (text: string): Markup => html`<th scope="col">${text}</th>`

/** Rules by deployments. */
export function statusTable(rows: readonly Row[], matrix: Matrix): Markup {
  const { variant, deployments } = matrix
  const heads = deployments.map((deployment) => {
    const { name, phrase } = deployment
    const status = statusOf(deployment)
    return html`<th scope="col" data-status="${status}" title="${name}: ${phrase}"><span>${name}</span>${icon(status)}<span class="unseen">${phrase}</span></th>`
  })
  const body = rows.map((row) => {
    const title = html`${row.title} <code class="muted">${row.id}</code>`
    const isExplained = row.cells.some((cell) => cell?.why !== undefined)
    return html`<tr><th scope="row">${
      isExplained
        ? html`<details><summary>${title}</summary>${findingsOf(row, matrix).map(findingMarkup)}</details>`
        : title
    }</th>${row.cells.map((cell, i) => cellMarkup(cell, deployments[i]!.name))}</tr>`
  })
  const name = `matrix ${deployments.length <= FEW ? 'few' : 'many'}`
  return scrollable(
    `Rules of variant ${variant.toUpperCase()} by deployments`,
    name,
    '',
    [head('Rule'), ...heads],
    body,
  )
}

function cellMarkup(cell: Cell | null, name: string): Markup {
  if (cell === null)
    return html`<td title="${name}: not there"><span aria-hidden="true">–</span><span class="unseen">not there</span></td>`
  const { status, why } = cell
  const isHeld = status === 'passed' || status === 'observed'
  return html`<td data-status="${status}" class="${isHeld && 'held'}" title="${name}: ${status}${why !== undefined && `: ${why}`}">${icon(status)}<span class="unseen">${status}</span></td>`
}

const observationTable = (rows: readonly Row[], matrix: Matrix): Markup =>
  scrollable(
    'Observed behaviour that differs',
    'observations',
    '',
    [head('Behaviour'), head('Observed, and on which deployments')],
    rows.map(
      (row) =>
        html`<tr><th scope="row">${row.title} <code class="muted">${row.id}</code></th><td>${findingsOf(row, matrix).map(findingMarkup)}</td></tr>`,
    ),
  )

const deploymentTable = ({ variant, deployments }: Matrix): Markup =>
  scrollable(
    `Deployments of variant ${variant.toUpperCase()}`,
    'runs',
    'Deployments',
    ['Name', 'Verdict', 'Rules', 'Requests', 'Base URL', 'Started'].map(head),
    deployments.map((deployment) => {
      const { name, phrase, stopped, counts, requests, baseUrl, startedAt } = deployment
      const status = statusOf(deployment)
      return html`<tr><th scope="row">${name}</th><td><span class="badge" data-status="${status}">${icon(status)}${phrase}</span></td>
<td>${stopped ?? countsText(counts)}</td><td class="numbers">${grouped(requests)}</td><td class="small">${baseUrl}</td><td class="small">${utc(startedAt)}</td></tr>`
    }),
  )

const findingMarkup = ({ about, values }: Finding): Markup =>
  html`${about !== undefined && html`<p class="about">${about}</p>`}<dl class="shares">${values.map(({ value, on }) => html`<div><dt><code>${value}</code></dt><dd>${on}</dd></div>`)}</dl>`
