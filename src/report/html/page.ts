import type { Report, TargetResult } from '../../core/results.ts'
import { verdictText } from '../verdict-text.ts'
import { about } from './about.ts'
import { alerts } from './alerts.ts'
import { catalogue } from './catalogue.ts'
import { type Context, NO_CONTEXT } from './context.ts'
import { cost } from './cost.ts'
import { page } from './document.ts'
import { failures } from './failures.ts'
import { leftOut } from './left-out.ts'
import { html } from './markup.ts'
import { masthead, navigation } from './masthead.ts'
import { observed } from './observed.ts'
import { favicon } from './status.ts'
import { timing } from './timing.ts'
import { verdictCard } from './verdict.ts'

/** `report.html`: one file that needs no other, and can be read without its script. */
export function renderHtml(report: Report, context: Context = NO_CONTEXT): string {
  const { targets } = report
  const sections = [
    ...failures(report, context),
    leftOut(targets),
    catalogue(report, context),
    observed(targets),
    cost(targets),
    timing(targets),
    about(report),
  ]
  return page({
    title: titleOf(targets),
    icon: favicon(targets.map((target) => ({ ...target, ...verdictText(target) }))),
    body: html`<a class="skip" href="#main">Skip to the verdict</a>
${masthead(report)}
<main id="main" tabindex="-1">${alerts(report)}<div class="verdicts">${targets.map(verdictCard)}</div>
${navigation(sections)}${sections}</main>
<p id="announcement" role="status" class="unseen"></p>`,
  })
}

const titleOf = (targets: readonly TargetResult[]): string =>
  [
    ...targets.map((target) => `${target.variant.toUpperCase()} ${verdictText(target).phrase}`),
    'Tenant public API conformance',
  ].join(' · ')
