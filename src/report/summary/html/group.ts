import { html, type Markup } from '../../html/markup.ts'
import { count } from '../../html/parts.ts'
import { icon, standsFor } from '../../html/status.ts'
import { type Finding, findingsOf, groupsIn } from '../findings.ts'
import type { Cell, Deployment, Group, Matrix, Row } from '../summary.ts'
import { sharesList } from './shares.ts'

/** Up to so many columns have room for their names as they are written. */
const FEW = 6

/** What the deployments differ in, group by group. */
export const differing = (matrix: Matrix): Markup[] =>
  groupsIn(matrix).map(({ group, rows }) => groupOf(group, rows, matrix))

/** And what they do not, folded up. */
export function alike(matrix: Matrix): Markup | false {
  const rows = matrix.rules.filter(({ group }) => group === 'alike')
  if (rows.length === 0) return false
  return html`<details class="more"><summary>${count(rows.length, 'rule')} alike</summary>${statuses(rows, matrix)}</details>`
}

function groupOf(group: Group, rows: readonly Row[], matrix: Matrix): Markup {
  const content = group === 'observed to differ' ? seen(rows, matrix) : statuses(rows, matrix)
  const title = html`${group[0]!.toUpperCase()}${group.slice(1)} <span class="muted">${rows.length}</span>`
  // Rules that a deployment was not tried on are many, and say little.
  if (group === 'not tried on all') return html`<details class="more"><summary>${title}</summary>${content}</details>`
  return html`<div class="group"><h3>${title}</h3>${content}</div>`
}

/** The matrix: rules by deployments. */
function statuses(rows: readonly Row[], { variant, deployments }: Matrix): Markup {
  const size = deployments.length <= FEW ? 'few' : 'many'
  return html`<div class="scroll" tabindex="0" role="group" aria-label="Rules of variant ${variant.toUpperCase()} by deployments"><table class="fleet matrix ${size}"><thead><tr><th scope="col">Rule</th>${deployments.map(
    ({ name, phrase, ...shown }) =>
      html`<th scope="col" data-status="${standsFor(shown)}" title="${name}: ${phrase}"><span>${name}</span>${icon(standsFor(shown))}<span class="unseen">${phrase}</span></th>`,
  )}</tr></thead><tbody>${rows.map((row) => ruleRow(row, deployments))}</tbody></table></div>`
}

function ruleRow(row: Row, deployments: readonly Deployment[]): Markup {
  const { id, title, cells } = row
  const told = cells.some((cell) => cell?.why !== undefined)
  const head = html`${title} <code class="muted">${id}</code>`
  return html`<tr><th scope="row">${
    told ? html`<details><summary>${head}</summary>${findingsOf(row, { deployments }).map(finding)}</details>` : head
  }</th>${cells.map((cell, i) => cellOf(cell, deployments[i]!.name))}</tr>`
}

function cellOf(cell: Cell | null, name: string): Markup {
  if (cell === null)
    return html`<td title="${name}: not there"><span aria-hidden="true">–</span><span class="unseen">not there</span></td>`
  const { status, why } = cell
  return html`<td data-status="${status}" class="${isHeld(cell) && 'held'}" title="${name}: ${status}${why !== undefined && `: ${why}`}">${icon(status)}<span class="unseen">${status}</span></td>`
}

const isHeld = ({ status }: Cell): boolean => status === 'passed' || status === 'observed'

function seen(rows: readonly Row[], matrix: Matrix): Markup {
  return html`<div class="scroll" tabindex="0" role="group" aria-label="Observed behaviour that differs"><table class="fleet seen-by"><thead><tr><th scope="col">Behaviour</th><th scope="col">Seen, and on which deployments</th></tr></thead><tbody>${rows.map(
    (row) =>
      html`<tr><th scope="row">${row.title} <code class="muted">${row.id}</code></th><td>${findingsOf(row, matrix).map(finding)}</td></tr>`,
  )}</tbody></table></div>`
}

const finding = ({ about, values }: Finding): Markup =>
  html`${about !== undefined && html`<p class="about">${about}</p>`}${sharesList(values)}`
