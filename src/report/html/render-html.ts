import { capitalize } from '../../core/capitalize.ts'
import type { Explanation } from '../../core/explanation.ts'
import type { Report } from '../../core/results.ts'
import { sanitizeReport } from '../sanitize-report.ts'
import { QUICK, verdictText } from '../verdict-text.ts'
import { aboutSection } from './about.ts'
import { alerts } from './alerts.ts'
import { costSection } from './cost.ts'
import { renderDocument } from './document.ts'
import { failureSections } from './failures.ts'
import { duration, facts, html, type Section, statusOfVerdict, utc } from './markup.ts'
import { observedSection } from './observed.ts'
import { rulesSection, undecidedSection } from './rules.ts'
import { timingSection } from './timing.ts'
import { verdictCard } from './verdict-card.ts'

/** What a page shows besides the report. */
interface Context {
  /** By rule id. A rule without one is shown by its result alone. */
  readonly explanations?: ReadonlyMap<string, Explanation>
  /** The command that sends the failing cases of this report again. */
  readonly replay?: string
}

const NAME = 'Tenant public API conformance'

/** `report.html`: one file that needs no other, and can be read without its script. */
export function renderHtml(unsafe: Report, { explanations = new Map(), replay }: Context = {}): string {
  const report = sanitizeReport(unsafe, { keepTabs: true })
  const { targets, suite, run } = report
  const sections: readonly (Section | undefined)[] = [
    ...failureSections(targets, sanitizeReport(replay)),
    undecidedSection(targets),
    rulesSection(targets, explanations),
    observedSection(targets),
    costSection(targets),
    timingSection(targets),
    aboutSection(report),
  ]
  return renderDocument({
    title: [...targets.map((one) => `${one.variant.toUpperCase()} ${verdictText(one).phrase}`), NAME].join(' · '),
    heading: NAME,
    skip: 'Skip to the verdict',
    facts: facts([
      ['Started', html`<time datetime="${run.startedAt}">${utc(run.startedAt)}</time>`],
      ['Took', duration(run.durationMs)],
      ['Depth', run.depth + (run.strict ? ', strict' : '')],
      ['Seed', run.seed],
      ['Suite', `${suite.name} ${suite.version}`],
      ['Catalogue', run.catalogue !== undefined && `revision ${run.catalogue}`],
    ]),
    top: [
      alerts(report),
      run.depth === 'quick' && html`<p class="muted">${capitalize(QUICK)}.</p>`,
      html`<div class="verdicts">${targets.map((target) => verdictCard(target, sanitizeReport(replay)))}</div>`,
    ],
    sections: sections.filter((section) => section !== undefined),
    statuses: targets.map((target) => statusOfVerdict(target.verdict, verdictText(target).tone)),
  })
}
