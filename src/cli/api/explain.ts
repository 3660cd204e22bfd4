import { rulesOf } from '../../core/rerun-options.ts'
import { isBroken, type Report, type RuleResult, type TargetResult } from '../../core/results.ts'
import { reasonLines, ruleLines, styleFor, verdictLine } from '../../report/console.ts'
import { sanitizeReport } from '../../report/sanitize-report.ts'

const PLAIN = styleFor(false)

/** A report as text for people: violations in full, undecided rules with their reasons, and last the verdicts. */
export function explain({ run, targets }: Report): string {
  const safe = sanitizeReport(targets)
  return [...safe.flatMap(details), ...safe.map((target) => verdictLine(target, run, PLAIN))].join('\n')
}

function details({ rules }: TargetResult): string[] {
  return [
    ...rules.filter(({ status }) => isBroken(status)).flatMap((rule) => brokenText(rule, againInCode(rule))),
    ...untold(rules, 'inconclusive'),
    ...untold(rules, 'blocked'),
    ...untold(rules, 'skipped'),
  ]
}

function untold(rules: readonly RuleResult[], status: 'inconclusive' | 'blocked' | 'skipped'): string[] {
  const lines = reasonLines(rules, status)
  return lines.length === 0 ? [] : [`${status}:`, ...lines, '']
}

function againInCode({ id, failure }: RuleResult): string {
  if (failure?.context) return `certify with the same rules, seed: ${failure.seed}`
  const rules = rulesOf(id, failure?.origin).map((rule) => `'${rule}'`)
  return `certify with rules: [${rules.join(', ')}], seed: ${failure?.seed}`
}

/** A violated rule as the console shows it. `again`: how it is tested again. */
export function brokenText({ failure, ...rule }: RuleResult, again: string): string[] {
  return ruleLines({ ...rule, ...(failure && { failure: { ...failure, again } }) }, PLAIN)
}
