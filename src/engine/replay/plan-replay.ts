import { z } from 'zod'
import type { Catalog } from '../../core/catalog.ts'
import type { Json } from '../../core/json.ts'
import { matchesPatterns } from '../../core/matches-patterns.ts'
import type { ReplayCase } from '../../core/replay-case.ts'
import type { Report, RuleResult, Status } from '../../core/results.ts'
import type { Rule, Variant } from '../../core/rule.ts'
import type { TargetSettings } from '../../core/settings.ts'
import { isTimed, usesControl } from '../session/rule-traits.ts'

/** A failure of a report with its case, or the reason why it cannot be replayed. */
export interface Planned {
  readonly variant: Variant
  readonly rule: string
  /** Its status in the report. */
  readonly was: Status
  readonly case?: ReplayCase
  readonly reason?: string
}

/** Passes required before a case counts as fixed; a flaky case needs more. */
const TIMES = 3
const FLAKY_TIMES = 12

/** Validates a failure: the report may have been edited. */
const FailureForm = z.looseObject({
  counterexample: z.unknown().optional(),
  path: z.string(),
  request: z.unknown().optional(),
  origin: z.looseObject({ rule: z.string(), path: z.string().optional(), case: z.unknown().optional() }).optional(),
  flaky: z.string().optional(),
})

const FAILING: readonly Status[] = ['failed', 'warned', 'expected']

/** Plan the replay of a report: each failing rule once. */
export function planReplay(
  { targets }: Pick<Report, 'targets'>,
  patterns: readonly string[],
  supplied: readonly TargetSettings[],
  catalogs: ReadonlyMap<Variant, Catalog>,
): Planned[] {
  const failing = targets.flatMap(({ variant, rules }) =>
    rules
      .filter(({ id, status }) => FAILING.includes(status) && matchesPatterns(id, patterns))
      .map((rule) => [rule.id, { variant, rule }] as const),
  )
  return [...new Map(failing).values()].map(({ variant, rule }) => {
    const replayCase = supplied.some((target) => target.variant === variant)
      ? caseOf(rule, catalogs.get(variant)!)
      : `the settings name no deployment of variant ${variant.toUpperCase()}`
    const about = { variant, rule: rule.id, was: rule.status }
    return typeof replayCase === 'string' ? { ...about, reason: replayCase } : { ...about, case: replayCase }
  })
}

function caseOf(result: RuleResult, catalog: Catalog): ReplayCase | string {
  const rule = catalog.rules.find(({ id }) => id === result.id)
  if (!rule) return 'this version of the suite has no such rule'
  if (rule.kind !== 'trial' && rule.kind !== 'invariant') return 'this version of the suite has nothing to send for it'
  const failure = FailureForm.safeParse(result.failure).data
  if (!failure || failure.counterexample === undefined) return 'the report has no case for it'
  const { path, counterexample, origin } = failure
  const common = { rule: rule.id, times: timesFor(rule, failure.flaky) }
  if (rule.kind === 'trial') return { ...common, from: { rule: rule.id, path, case: counterexample as Json } }
  if (origin?.path !== undefined) {
    const sender = catalog.rules.find(({ id }) => id === origin.rule)
    if (!sender) return 'this version of the suite does not have the rule that sent its request'
    return { ...common, from: { rule: sender.id, path: origin.path, case: (origin.case ?? null) as Json } }
  }
  if (failure.request === undefined)
    return 'the report lacks the violating request: an older version of the suite wrote it'
  return { ...common, request: failure.request }
}

function timesFor(rule: Rule, flaky?: string): number {
  if (isTimed(rule)) return 1
  if (flaky === undefined) return TIMES
  return usesControl(rule) ? FLAKY_TIMES / 2 : FLAKY_TIMES
}
