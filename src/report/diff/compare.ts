import { canonical, type Json } from '../../core/json.ts'
import { isBroken, OPEN, type Report, type RuleResult, type Status, type TargetResult } from '../../core/results.ts'
import type { Variant } from '../../core/rule.ts'
import { runConditions } from '../run-text.ts'
import { verdictText } from '../verdict-text.ts'
import { type Movement, measuredChanges } from './measured-changes.ts'

/** Two reports compared. Every rendering of a comparison starts from one. */
export interface Diff {
  /** Conditions in which the runs differ: first, since they may explain the rest. */
  readonly made: readonly Change[]
  readonly targets: readonly TargetDiff[]
  /** A rule is newly violated or no longer tested, or a variant is missing. */
  readonly regressed: boolean
}

export interface Change {
  readonly what: string
  readonly before: string
  readonly after: string
}

export interface RuleChange {
  readonly id: string
  readonly title: string
  readonly before: Status | 'not there'
  readonly after: Status | 'not there'
  /** According to the later run. */
  readonly why?: string
}

export interface Drift {
  readonly id: string
  readonly title: string
  readonly before: Json
  readonly after: Json
}

export interface TargetDiff {
  readonly variant: Variant
  /** The only report that has the variant. */
  readonly only?: 'before' | 'after'
  readonly verdict: Change
  /** Newly violated. With `untried`, the regressions. */
  readonly broken: readonly RuleChange[]
  /** Rules with a result only in the earlier report. */
  readonly untried: readonly RuleChange[]
  /** Violated before, no longer. */
  readonly kept: readonly RuleChange[]
  /** Rules with a result only in the later report. */
  readonly tried: readonly RuleChange[]
  readonly stillBroken: readonly RuleChange[]
  /** Violated rules that the earlier report does not know: the suite changed, not the deployment. */
  readonly fresh: readonly RuleChange[]
  readonly drifted: readonly Drift[]
  readonly moved: readonly Movement[]
}

const isOpen = (status: Status): boolean => OPEN.includes(status)
const holds = (status: Status): boolean => status === 'passed' || status === 'observed'

const isWorse = (before: Status, after: Status): boolean =>
  (isBroken(after) && (holds(before) || isOpen(before) || before === 'expected')) ||
  (before === 'warned' && after === 'failed')

export function compare(before: Report, after: Report): Diff {
  const variants = [...new Set([...before.targets, ...after.targets].map(({ variant }) => variant))].sort()
  const targets = variants.map((variant) => compareTargets(variant, find(before, variant), find(after, variant)))
  const regressed = targets.some(
    ({ only, broken, untried }) => only === 'before' || broken.length > 0 || untried.length > 0,
  )
  return { made: compareConditions(before, after), targets, regressed }
}

const find = ({ targets }: Report, variant: Variant) => targets.find((target) => target.variant === variant)

function compareConditions(before: Report, after: Report): Change[] {
  const conditionsOf = (report: Report): Record<string, string> => ({
    ...runConditions(report),
    ...Object.fromEntries(
      report.targets.map(({ variant, baseUrl }) => [`base URL of ${variant.toUpperCase()}`, baseUrl]),
    ),
  })
  const [old, now] = [conditionsOf(before), conditionsOf(after)]
  return Object.keys(old)
    .filter((what) => now[what] !== undefined && now[what] !== old[what])
    .map((what) => ({ what, before: old[what]!, after: now[what]! }))
}

const phraseOf = (target?: TargetResult): string => (target ? verdictText(target).phrase : 'not tested')

function compareTargets(variant: Variant, before?: TargetResult, after?: TargetResult): TargetDiff {
  const [old, now] = [byId(before), byId(after)]
  const pairs = [...old.values()].flatMap((rule) => {
    const later = now.get(rule.id)
    return later ? [[rule, later] as const] : []
  })
  const gone = [...old.values()].filter(({ id, status }) => !now.has(id) && !isOpen(status))
  const only = after ? (before ? undefined : 'after') : 'before'
  const among = (is: (was: Status, is: Status) => boolean) =>
    pairs.filter(([one, other]) => is(one.status, other.status)).map(([one, other]) => changeOf(one, other))
  return {
    variant,
    ...(only && { only }),
    verdict: { what: 'verdict', before: phraseOf(before), after: phraseOf(after) },
    broken: among(isWorse),
    untried: only ? [] : [...among((was, is) => !isOpen(was) && isOpen(is)), ...gone.map((rule) => changeOf(rule))],
    kept: among((was, is) => (isBroken(was) || was === 'expected') && holds(is)),
    tried: among((was, is) => isOpen(was) && holds(is)),
    stillBroken: among((was, is) => isBroken(was) && isBroken(is) && !isWorse(was, is)),
    fresh: only ? [] : [...now.values()].filter((rule) => !old.has(rule.id) && isBroken(rule.status)).map(newlyThere),
    drifted: pairs.flatMap(([one, other]) => driftOf(one, other)),
    moved: before && after ? measuredChanges(before, after) : [],
  }
}

const newlyThere = (rule: RuleResult): RuleChange => ({ ...changeOf(rule, rule), before: 'not there' })

const byId = (target?: TargetResult) => new Map((target?.rules ?? []).map((rule) => [rule.id, rule]))

function changeOf(before: RuleResult, after?: RuleResult): RuleChange {
  const why = after?.failure?.summary ?? after?.reason
  const { id, title, status } = before
  return { id, title, before: status, after: after?.status ?? 'not there', ...(why !== undefined && { why }) }
}

function driftOf({ id, title, observation }: RuleResult, after: RuleResult): Drift[] {
  if (observation === undefined || after.observation === undefined) return []
  if (canonical(observation) === canonical(after.observation)) return []
  return [{ id, title, before: observation, after: after.observation }]
}
