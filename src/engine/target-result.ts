import { matchesPatterns } from '../core/catalog.ts'
import { NO_CLAUSES } from '../core/clause-coverage.ts'
import { isBroken, type RuleResult, type TargetResult } from '../core/results.ts'
import type { Settings, TargetSettings } from '../core/settings.ts'
import { acceptFailures } from './accept-failures.ts'
import type { TargetOutcome } from './test-target.ts'
import { type Ending, judged } from './verdict.ts'

/** Assemble the result of one target. Without an outcome, for example after a crash, the verdict is inconclusive. */
export function targetResult(
  { variant, baseUrl }: Pick<TargetSettings, 'variant' | 'baseUrl'>,
  outcome: Pick<TargetOutcome, 'rules' | 'target'> | undefined,
  ending: Ending,
  { expect = [], rules: patterns }: Pick<Settings, 'expect' | 'rules'>,
): TargetResult {
  const { target } = outcome ?? {}
  const rules = acceptFailures(outcome?.rules ?? [], expect).map((rule) => markUnselected(rule, patterns))
  const stopped = target ? target.stopped : whyNothingTested(ending)
  const cut = target?.cut
  return {
    variant,
    baseUrl,
    ...judged({ rules, stopped, cut }, ending),
    ...(stopped !== undefined && { stopped }),
    ...(cut && stopped === undefined && { cut }),
    requests: target?.requests ?? 0,
    retries: target?.retries ?? 0,
    serverErrors: target?.serverErrors ?? 0,
    clauses: target?.clauses ?? NO_CLAUSES,
    ...(target?.leftovers?.length && { leftovers: target.leftovers }),
    rules,
  }
}

const markUnselected = (rule: RuleResult, patterns: readonly string[]): RuleResult =>
  matchesPatterns(rule.id, patterns) || isBroken(rule.status) ? rule : { ...rule, unselected: true }

function whyNothingTested({ interrupted }: Ending): string {
  return `${interrupted ? 'the run was interrupted' : 'the suite failed'} before any rule was tried`
}
