import { z } from 'zod'
import type { Catalog } from '../../core/catalog.ts'
import { matchesPatterns } from '../../core/catalog.ts'
import type { Json } from '../../core/json.ts'
import { COMMAND } from '../../core/package.ts'
import type { Outcome, ReplayCase } from '../../core/replay-case.ts'
import { isOfEveryRun, rerunOptions } from '../../core/rerun-options.ts'
import { CONTEXTS, isBroken, type Report, type RuleResult, type Status } from '../../core/results.ts'
import type { Rule, Variant } from '../../core/rule.ts'
import type { SuppliedKey, TargetSettings } from '../../core/settings.ts'
import { isClient } from '../../http/client-profile.ts'
import { isCostly } from '../session/further-cases.ts'
import { MOST_TIMES } from '../session/repeat-alone.ts'
import { isTimed, usesControl } from '../session/run-order.ts'
import { whatTheMostSpecificRequests } from './what-is-requested.ts'

/** A failure of a report with its case, or the reason why it cannot be replayed. */
export interface Planned {
  readonly variant: Variant
  readonly rule: string
  /** Its status in the report. */
  readonly was: Status
  readonly case?: ReplayCase
  readonly reason?: string
  /** Command that repeats the failure in a run. */
  readonly instead: string
  /** Settings with keys that the report had and this replay has not: without them a case may pass. */
  readonly lacking: readonly string[]
  /** The rule whose failure it follows from. */
  readonly root?: string
  /** In how many of the attempts of the run it failed: `1 of 5`. */
  readonly flaky?: string
}

/**
 * Times that a case must pass, at the same time, since a race may take some; one of many requests, or of the console, fewer. A
 * flaky case is sent more often, and one that rarely fails as many times as made it fail three times.
 */
const TIMES = 8
const COSTLY_TIMES = 3
const FLAKY_TIMES = 12

/** Validates a failure: the report may have been edited. */
const FailureForm = z.looseObject({
  counterexample: z.unknown().optional(),
  path: z.string(),
  isPlainer: z.unknown().optional(),
  request: z.unknown().optional(),
  requests: z.array(z.unknown()).optional().catch(undefined),
  origin: z.looseObject({ rule: z.string(), path: z.string().optional(), case: z.unknown().optional() }).optional(),
  flaky: z.string().optional(),
  client: z.string().optional(),
  follows: z.looseObject({ rule: z.string() }).optional().catch(undefined),
  context: z.enum(CONTEXTS).optional().catch('unknown'),
  seed: z.int().optional().catch(undefined),
})

type FailureForm = z.infer<typeof FailureForm>

const FAILING: readonly Status[] = ['failed', 'warned', 'expected']

/** Plan the replay of a report: each failing rule once. `command`: the `run` that printed commands begin with. */
export function planReplay(
  { targets }: Pick<Report, 'targets'>,
  patterns: readonly string[],
  supplied: readonly TargetSettings[],
  catalogs: ReadonlyMap<Variant, Catalog>,
  command = `${COMMAND} run`,
): Planned[] {
  const failing = targets.flatMap(({ variant, rules }) =>
    rules
      .filter(({ id, status }) => FAILING.includes(status) && matchesPatterns(id, patterns))
      .map((rule) => [rule.id, { variant, rule }] as const),
  )
  const lackingFor = (variant: Variant): string[] => {
    const keys = supplied.find((target) => target.variant === variant)?.keys ?? {}
    const names = new Set(Object.values<SuppliedKey>(keys).map(({ env }) => env))
    return targets
      .flatMap((target) => (target.variant === variant ? (target.keys ?? []) : []))
      .filter((name) => !names.has(name))
  }
  return [...new Map(failing).values()].map(({ variant, rule }) => {
    const failure = FailureForm.safeParse(rule.failure).data
    const instead = `${command} ${insteadOf(rule.id, failure)}`
    const replayCase = supplied.some((target) => target.variant === variant)
      ? caseOf(rule.id, failure, catalogs.get(variant)!, instead)
      : `the settings name no deployment of variant ${variant.toUpperCase()}: pass the --env-file of the run`
    const about = {
      ...{ variant, rule: rule.id, was: rule.status, lacking: lackingFor(variant), instead },
      ...(failure?.follows && { root: failure.follows.rule }),
      ...(failure?.flaky !== undefined && { flaky: failure.flaky }),
    }
    if (typeof replayCase === 'string') return { ...about, reason: replayCase }
    return { ...about, case: replayCase }
  })
}

function insteadOf(id: string, { seed = 0, ...form }: Partial<FailureForm> = {}): string {
  return rerunOptions(id, { seed, ...form, ...(form.flaky !== undefined && { context: 'unknown' }) })
}

function caseOf(
  ruleId: string,
  failure: FailureForm | undefined,
  catalog: Catalog,
  instead: string,
): ReplayCase | string {
  const rule = catalog.rules.find(({ id }) => id === ruleId)
  if (!rule) return 'this version of the suite has no such rule'
  if (rule.kind !== 'trial' && rule.kind !== 'invariant') return 'this version of the suite has nothing to send for it'
  if (!failure || failure.counterexample === undefined) return 'the report has no case for it'
  const { path, counterexample, origin, client, context } = failure
  if (client !== undefined && !isClient(client))
    return `this version of the suite does not send as ${JSON.stringify(client)} does`
  const times = timesFor(rule, failure.flaky)
  // A rule that makes its own data at the console requests other data each time.
  const isOther = usesControl(rule) || failure.isPlainer === true
  const shown = isOther ? undefined : whatTheMostSpecificRequests(failure.requests ?? [failure.request])
  const common = {
    ...{ rule: rule.id, times, instead },
    ...(client && { client }),
    ...(context && { context }),
    ...(shown !== undefined && { shown }),
  }
  if (rule.kind === 'trial') return { ...common, from: { rule: rule.id, path, case: counterexample as Json } }
  const isRepeatable = origin?.path !== undefined && (origin.path !== 'all' || failure.request === undefined)
  if (isRepeatable && !isOfEveryRun(origin.rule)) {
    const sender = catalog.rules.find(({ id }) => id === origin.rule)
    if (!sender) return 'this version of the suite does not have the rule that sent its request'
    const from = { rule: sender.id, path: origin.path!, case: (origin.case ?? null) as Json }
    return { ...common, times: Math.min(times, timesFor(sender, failure.flaky)), from }
  }
  if (failure.request === undefined)
    return 'the report lacks the violating request: an older version of the suite wrote it'
  return { ...common, request: failure.request }
}

function timesFor(rule: Rule, flaky?: string): number {
  if (isTimed(rule)) return 1
  if (flaky === undefined) return rule.kind === 'trial' && isCostly(rule) ? COSTLY_TIMES : TIMES
  if (usesControl(rule)) return FLAKY_TIMES / 2
  const [failed = 0, of = 0] = flaky.split(' of ').map(Number)
  const usual = failed > 0 ? Math.ceil((3 * of) / failed) : 0
  return Math.min(MOST_TIMES, Math.max(FLAKY_TIMES, usual || 0))
}

/** Compare the planned cases of a report with the results of the replay. */
export function replayOutcomes(planned: readonly Planned[], targets: Report['targets']): Outcome[] {
  const results = new Map(targets.flatMap(({ rules }) => rules.map((rule) => [rule.id, rule])))
  const outcomes = new Map(planned.map((entry) => [entry.rule, outcomeOf(entry, results.get(entry.rule))]))
  return planned.map(({ rule, root, instead }) => {
    const own = outcomes.get(rule)!
    const cause = root === undefined ? undefined : outcomes.get(root)
    if (own.outcome !== 'passes now' || !cause || cause.outcome === 'passes now') return own
    const state = cause.outcome === 'undecided' ? 'is undecided' : cause.outcome
    const reason = `it passes, but it follows from ${root}, which ${state}; run instead: ${instead}`
    return { rule, was: own.was, outcome: 'undecided', reason }
  })
}

function outcomeOf(planned: Planned, result: RuleResult | undefined): Outcome {
  const { rule, was, case: sent } = planned
  if (sent && result && isBroken(result.status))
    return { rule, was, outcome: 'still fails', status: result.status, failure: result.failure }
  if (!sent || result?.status !== 'passed')
    return { rule, was, outcome: 'undecided', reason: sent ? (result?.reason ?? 'it has no result') : planned.reason }
  const doubt = doubtOf(planned, sent)
  if (doubt) return { rule, was, outcome: 'undecided', reason: doubt, conforms: true }
  const reason = `${timesTried(sent.times)}${rule.endsWith('-timing') ? '; a small difference in time is not measured each time' : ''}`
  return { rule, was, outcome: 'passes now', reason }
}

/** Why a case that passes now may not be fixed. */
function doubtOf({ rule, lacking, instead, flaky }: Planned, sent: ReplayCase): string | undefined {
  if (lacking.length > 0) return `the settings lack ${lacking.join(', ')}, which the report had`
  if (sent.context) return `it passes without the other requests that it needs, as in the run; run instead: ${instead}`
  if (flaky !== undefined)
    return `${timesTried(sent.times)} without a failure, and the run saw ${flaky} fail: load, time or earlier requests may matter; run instead: ${instead}`
  if ('from' in sent && sent.from.path === 'all' && sent.from.rule !== rule)
    return `no case of ${sent.from.rule} shows it now, and its request may not be among them; run instead: ${instead}`
  return undefined
}

const timesTried = (times: number): string => (times === 1 ? 'tried once' : `tried ${times} times`)

/**
 * Exit code of a replay: 1 if a failure of the report is still violated or a warning fails now; 0 if all cases pass; 3 if that is
 * unknown. Reported warnings affect 0 and 3 only if the report has no failures.
 */
export function exitCodeOf(outcomes: readonly Outcome[]): 0 | 1 | 3 {
  const failed = outcomes.filter(({ was }) => was === 'failed')
  const isFailing = ({ outcome, was, status }: Outcome) =>
    outcome === 'still fails' && (was === 'failed' || status === 'failed')
  if (outcomes.some(isFailing)) return 1
  const relevant = failed.length > 0 ? failed : outcomes
  return relevant.length === 0 || relevant.some(({ outcome }) => outcome === 'undecided') ? 3 : 0
}
