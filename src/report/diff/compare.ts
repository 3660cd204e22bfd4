import { canonical, type Json } from '../../core/json.ts'
import { median } from '../../core/median.ts'
import { isBroken, OPEN, type Report, type RuleResult, type Status, type TargetResult } from '../../core/results.ts'
import type { Variant } from '../../core/rule.ts'
import { runConditions, verdictText } from '../verdict-text.ts'
import { differingAspects } from './observation-text.ts'

/** Two reports compared. Every rendering of a comparison starts from one. */
export interface Diff {
  /** Conditions in which the runs differ: first, since they may explain the rest. */
  readonly made: readonly Change[]
  readonly targets: readonly TargetDiff[]
  /** A rule is newly violated or no longer tested, or a variant is missing; not if the noise of a measurement decides. */
  readonly regressed: boolean
}

interface Change {
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
  /** It was measured, but in too much noise: that is no regression. */
  readonly noisy?: true
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
  /** Observations that agree but for what only one of the runs measured. */
  readonly unmeasured: readonly Drift[]
  readonly moved: readonly Movement[]
}

const isOpen = (status: Status): boolean => OPEN.includes(status)
const holds = (status: Status): boolean => status === 'passed' || status === 'observed'

const isWorse = (before: Status, after: Status): boolean =>
  (isBroken(after) && (holds(before) || isOpen(before) || before === 'expected')) ||
  (before === 'warned' && after === 'failed')

export function compare(before: Report, after: Report): Diff {
  const variants = [...new Set([...before.targets, ...after.targets].map(({ variant }) => variant))].sort()
  const targets = variants.map((variant) =>
    compareTargets(variant, after.run, find(before, variant), find(after, variant)),
  )
  const regressed = targets.some(
    ({ only, broken, untried }) => only === 'before' || broken.length > 0 || untried.some(({ noisy }) => !noisy),
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

function compareTargets(
  variant: Variant,
  { shard }: Report['run'],
  before?: TargetResult,
  after?: TargetResult,
): TargetDiff {
  const [old, now] = [byId(before), byId(after)]
  const pairs = [...old.values()].flatMap((rule) => {
    const later = now.get(rule.id)
    const isElsewhere = shard !== undefined && later?.unselected
    return later && !later.unconfirmed && !isElsewhere ? [[rule, later] as const] : []
  })
  const gone = [...old.values()].filter(({ id, status }) => !now.has(id) && !isOpen(status))
  const only = after ? (before ? undefined : 'after') : 'before'
  const among = (is: (was: Status, is: Status) => boolean) =>
    pairs.filter(([one, other]) => is(one.status, other.status)).map(([one, other]) => changeOf(one, other))
  const observed = pairs.flatMap(([one, other]) => driftOf(one, other))
  const hasChanged = ({ id, before, after }: Drift) =>
    differingAspects(id, [before, after]).some(({ unmeasured }) => !unmeasured)
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
    drifted: observed.filter(hasChanged),
    unmeasured: observed.filter((drift) => !hasChanged(drift)),
    moved: before && after ? measuredChanges(before, after) : [],
  }
}

const newlyThere = (rule: RuleResult): RuleChange => ({ ...changeOf(rule, rule), before: 'not there' })

const byId = (target?: TargetResult) => new Map((target?.rules ?? []).map((rule) => [rule.id, rule]))

function changeOf(before: RuleResult, after?: RuleResult): RuleChange {
  const why = after?.failure?.summary ?? after?.reason
  const { id, title, status } = before
  const isNoisy = after?.status === 'inconclusive' && after.measurement !== undefined
  return {
    ...{ id, title, before: status, after: after?.status ?? 'not there' },
    ...(why !== undefined && { why }),
    ...(isNoisy && { noisy: true }),
  }
}

function driftOf({ id, title, observation }: RuleResult, after: RuleResult): Drift[] {
  if (observation === undefined || after.observation === undefined) return []
  if (canonical(observation) === canonical(after.observation)) return []
  return [{ id, title, before: observation, after: after.observation }]
}

/** A measured value that differs by more than runs of one deployment differ among themselves. */
export interface Movement {
  readonly what: string
  readonly before: number
  readonly after: number
  readonly unit: string
}

/** The number of requests varies with the seed and with changing data. */
const REQUESTS = { part: 0.15, least: 40 }
/** Responses are slower or faster from this ratio on, if enough rules agree on the direction. */
const LATENCY = { ratio: 1.5, rules: 12, chance: 0.001 }

export function measuredChanges(before: TargetResult, after: TargetResult): Movement[] {
  return [...requests(before, after), ...latency(before.rules, after.rules)]
}

function requests({ requests: before }: TargetResult, { requests: after }: TargetResult): Movement[] {
  const difference = Math.abs(after - before)
  const noise = Math.max(REQUESTS.least, REQUESTS.part * before)
  return difference > noise ? [{ what: 'requests', before, after, unit: '' }] : []
}

/** A sign test over the rules' ratios, so that a few slow rules decide nothing, and their median. */
function latency(before: readonly RuleResult[], after: readonly RuleResult[]): Movement[] {
  const now = new Map(after.map((rule) => [rule.id, rule.latency?.p50]))
  const pairs = before.flatMap(({ id, latency: was }) => {
    const is = now.get(id)
    return was && is && was.p50 > 0 && is > 0 ? [{ was: was.p50, is }] : []
  })
  if (pairs.length < LATENCY.rules) return []
  const slower = pairs.filter(({ was, is }) => is > was).length
  const ratio = median(pairs.map(({ was, is }) => is / was))
  const agreed = Math.max(slower, pairs.length - slower)
  if (Math.max(ratio, 1 / ratio) < LATENCY.ratio || signTest(agreed, pairs.length) > LATENCY.chance) return []
  const [was, is] = [median(pairs.map((pair) => pair.was)), median(pairs.map((pair) => pair.is))]
  return [{ what: 'median response time', before: was, after: is, unit: ' ms' }]
}

/** The probability that at least `agreed` of n fair coins show the same side. */
export function signTest(agreed: number, n: number): number {
  let [term, sum] = [0.5 ** n, 0]
  for (let k = n; k >= agreed; k--) {
    sum += term
    term = (term * k) / (n - k + 1)
  }
  return Math.min(1, 2 * sum)
}
