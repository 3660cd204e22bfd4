import { page } from '../../html/document.ts'
import { html, type Markup } from '../../html/markup.ts'
import { navigation } from '../../html/masthead.ts'
import { count, facts, section } from '../../html/parts.ts'
import { favicon } from '../../html/status.ts'
import type { Matrix, Setting, Summary } from '../summary.ts'
import { alike, differing } from './group.ts'
import { runsTable } from './runs.ts'
import { sharesList } from './shares.ts'

/** One file like `report.html`: what the runs do not share, the deployments with their verdicts, and what they differ in. */
export function renderSummaryHtml(summary: Summary): string {
  const { made, matrices } = summary
  const deployments = matrices.flatMap((matrix) => matrix.deployments)
  const sections = matrices.map(matrixSection)
  return page({
    title: 'Tenant public API conformance: a fleet',
    icon: favicon(deployments),
    body: html`<a class="skip" href="#main">Skip to the matrix</a>
<header class="masthead"><div><h1>Tenant public API conformance: a fleet</h1>
${facts(matrices.map(({ variant, deployments }) => [`Variant ${variant.toUpperCase()}`, verdictsIn(deployments)] as const))}
</div><button type="button" id="theme" hidden>Theme: system</button></header>
<main id="main" tabindex="-1">${made.length > 0 && madeUnlike(made)}${sections.length > 1 && navigation(sections)}${sections}</main>`,
  })
}

function verdictsIn(deployments: Matrix['deployments']): string {
  const conformant = deployments.filter(({ tone }) => tone === 'good').length
  return `${conformant} of ${count(deployments.length, 'deployment')} conformant without reservation`
}

/** It may explain all the rest. */
const madeUnlike = (made: readonly Setting[]): Markup =>
  html`<div class="alert"><p><strong>The runs were not made alike:</strong></p>${made.map(
    ({ what, values }) => html`<p class="about">${what}</p>${sharesList(values)}`,
  )}</div>`

function matrixSection(matrix: Matrix): Markup {
  const { variant, rules } = matrix
  const unlike = rules.filter(({ group }) => group !== 'alike' && group !== 'broken on all').length
  return section(
    `variant-${variant}`,
    `Variant ${variant.toUpperCase()}: ${unlike} of ${count(rules.length, 'rule')} differ`,
    differing(matrix),
    runsTable(matrix),
    alike(matrix),
  )
}
