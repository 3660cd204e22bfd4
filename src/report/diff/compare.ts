import { canonical, type Json } from '../../core/json.ts'
import { isBroken, OPEN, type Report, type RuleResult, type Status, type TargetResult } from '../../core/results.ts'
import type { Variant } from '../../core/rule.ts'
import { madeWith } from '../made.ts'
import { verdictText } from '../verdict-text.ts'
import { type Movement, movedBeyondNoise } from './movement.ts'

/** Two reports, compared. Everything that a reader decides by; rendered in several ways. */
export interface Diff {
  /** What the two runs were made with that differs: said first, since it may explain the rest. */
  readonly made: readonly Change[]
  readonly targets: readonly TargetDiff[]
  /** Something that held no longer does, or is no longer known to. */
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
  /** What the later run says of it. */
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
  /** Missing from the later report, or from the earlier. */
  readonly only?: 'before' | 'after'
  readonly verdict: Change
  /** Regressions: a rule that did not fail and does, or that came to a result and does not. */
  readonly broken: readonly RuleChange[]
  readonly untried: readonly RuleChange[]
  readonly kept: readonly RuleChange[]
  /** Rules that came to a result only now. */
  readonly tried: readonly RuleChange[]
  readonly stillBroken: readonly RuleChange[]
  /** Rules that the earlier report does not know, and that are broken: the suite has learnt, not the deployment. */
  readonly fresh: readonly RuleChange[]
  readonly drifted: readonly Drift[]
  readonly moved: readonly Movement[]
}

const isOpen = (status: Status): boolean => OPEN.includes(status)
const holds = (status: Status): boolean => status === 'passed' || status === 'observed'

/** How much a status is to be worried about: a change to a worse one is a regression. */
const worse = (before: Status, after: Status): boolean =>
  (isBroken(after) && (holds(before) || isOpen(before) || before === 'expected')) ||
  (before === 'warned' && after === 'failed')

export function compare(before: Report, after: Report): Diff {
  const variants = [...new Set([...before.targets, ...after.targets].map(({ variant }) => variant))].sort()
  const targets = variants.map((variant) => compareTargets(variant, find(before, variant), find(after, variant)))
  const regressed = targets.some(
    ({ only, broken, untried }) => only === 'before' || broken.length > 0 || untried.length > 0,
  )
  return { made: compareSettings(before, after), targets, regressed }
}

const find = ({ targets }: Report, variant: Variant) => targets.find((target) => target.variant === variant)

function compareSettings(before: Report, after: Report): Change[] {
  const told = (report: Report): Record<string, string> => ({
    ...madeWith(report),
    ...Object.fromEntries(
      report.targets.map(({ variant, baseUrl }) => [`base URL of ${variant.toUpperCase()}`, baseUrl]),
    ),
  })
  const [old, now] = [told(before), told(after)]
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
    broken: among(worse),
    untried: only ? [] : [...among((was, is) => !isOpen(was) && isOpen(is)), ...gone.map((rule) => changeOf(rule))],
    kept: among((was, is) => (isBroken(was) || was === 'expected') && holds(is)),
    tried: among((was, is) => isOpen(was) && holds(is)),
    stillBroken: among((was, is) => isBroken(was) && isBroken(is) && !worse(was, is)),
    fresh: only ? [] : [...now.values()].filter((rule) => !old.has(rule.id) && isBroken(rule.status)).map(newlyThere),
    drifted: pairs.flatMap(([one, other]) => driftOf(one, other)),
    moved: before && after ? movedBeyondNoise(before, after) : [],
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
