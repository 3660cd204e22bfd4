import type { Catalog } from '../../core/catalog.ts'
import { matchesPatterns } from '../../core/catalog.ts'
import { supplyText, unmet } from '../../core/needs.ts'
import { seedFor } from '../../core/random.ts'
import { isBroken, type RuleResult } from '../../core/results.ts'
import type { Depth, RequestCases, Rule } from '../../core/rule.ts'
import type { Settings } from '../../core/settings.ts'
import type { Stopped } from '../../core/stopped.ts'
import type { Target } from '../../core/target.ts'
import { OWN_CLIENT } from '../../http/client-profile.ts'
import { createQueue } from '../../http/queue.ts'
import type { Round } from '../check-cases.ts'
import { keptResult, resumedRound } from '../resume.ts'
import { CREDENTIAL_RULES, isDivided } from '../shard.ts'
import type { BaselineRequests } from './baseline-requests.ts'
import type { CaseIdentity, CaseTools, RuleContext } from './case-tools.ts'
import type { InvariantWatch, Sweep } from './invariants.ts'
import { blocked, cutShortResult, inconclusive, type ProvisionalResult, skipped } from './provisional-result.ts'
import { isAtEnd, isEager, isTimed, sendsNothing, usesControl, waitsForOthers } from './run-order.ts'
import { concludeInvariant, runObservation, runSweep, runTrial } from './test-rule.ts'

export interface RunnerContext {
  readonly settings: Settings
  readonly catalog: Catalog
  readonly depth: Depth
  /** Whether this round defers a rule to the next. */
  readonly leaves?: (rule: Rule) => boolean
  /** The round before. Its decided rules and completed cases are not tried again. */
  readonly before?: RuleRunner
  /** Resolves after preflight, with the reason if nothing can be tested. */
  readonly ready: Promise<string | undefined>
  readonly target: () => Target
  readonly tools: (rule: string, which: CaseIdentity) => CaseTools
  /** Runs a case: where the limits do not allow all requests, by rank and a few concurrently, otherwise immediately. */
  readonly inTurn: <T>(run: () => Promise<T>, rule: string, place?: number) => Promise<T>
  readonly watch: InvariantWatch
  readonly baselines: BaselineRequests
  /** True when no further case may start. */
  readonly stopped: () => boolean
  /** What ended the run early; for a recording, the recorded run. */
  readonly ended: () => Stopped | undefined
  /** Runs work while nothing else of the run sends requests. */
  readonly alone: <T>(work: () => Promise<T>) => Promise<T>
  /** All rules that use the control module wait for those that do not. Otherwise only some of them do. */
  readonly quietFirst: boolean
  /** A person acts as the control module: rules that need it run one at a time, with their first case only. */
  readonly byHand: boolean
  /** The limits do not allow all requests: the order of their ranks counts more than what rules would wait for. */
  readonly isShort: boolean
}

export interface RuleRunner {
  /** Draft of a rule once its own requests are done: sufficient for rules that depend on it. */
  early(id: string): Promise<ProvisionalResult>
  /** Draft after the baseline requests were repeated: inconclusive if one that the rule depends on stopped working. */
  closed(id: string): Promise<ProvisionalResult>
  /** Like `closed`, but also concludes invariants. Call it after every rule's own requests are done. */
  late(rule: Rule): Promise<ProvisionalResult>
  /** Resolves when the requests of all untimed rules are done and the baseline requests were repeated. */
  through(): Promise<void>
  /** Sweeps of this round, then those of earlier rounds. */
  sweeps(): Promise<readonly Sweep[]>
  /** Duration of a rule in milliseconds, from its first request to its last response. */
  ms(id: string): number
}

/** Run all rules concurrently, each as soon as the rules in its `after` are done. */
export function createRuleRunner(running: RunnerContext): RuleRunner {
  const { settings, catalog, watch, baselines } = running
  const drafts = new Map<string, Promise<ProvisionalResult>>()
  const sweeps = new Map<RequestCases<unknown>, Promise<Sweep>>()
  const times = new Map<string, number>()
  const blockedRules = new Set<string>()
  const manualSlots = createQueue(1)
  const isByHand = (rule: Rule) => running.byHand && usesControl(rule)
  const rules = new Map(catalog.rules.map((rule) => [rule.id, rule]))

  /** A replayed case has the client of the report; a person's time is not spent on several. */
  const clientOf = (rule: Rule): string | undefined => {
    const replayed = settings.replay?.find((one) => one.rule === rule.id)
    return settings.replay || isByHand(rule) ? (replayed?.client ?? OWN_CLIENT) : undefined
  }

  /** A spent budget does not stop rules that send nothing. */
  const stoppedForAll = () => running.stopped() && running.ended()?.by !== 'budget'

  const bench = (rule: Rule, before?: Round): RuleContext => ({
    target: running.target(),
    depth: running.depth,
    before,
    ...(isDivided(rule, settings.depth) && { part: settings.shard }),
    seed: seedFor(settings.seed, rule.id),
    limit: running.isShort ? 1 : settings.concurrency,
    stopped: sendsNothing(rule, running.depth) ? stoppedForAll : running.stopped,
    ended: running.ended,
    isLast: running.depth === settings.depth,
    tools: (which) => running.tools(rule.id, which),
    inTurn: (run, place) => running.inTurn(run, rule.id, place),
    client: clientOf(rule),
  })

  const early = (id: string): Promise<ProvisionalResult> => {
    const known = drafts.get(id)
    if (known) return known
    const draft = begin(rules.get(id)!).catch((error) => inconclusive(crashed(error)))
    drafts.set(id, draft)
    return draft
  }

  const begin = async (rule: Rule): Promise<ProvisionalResult> => {
    const kept = keptResult(settings, rule)
    if (kept && matchesPatterns(rule.id, settings.rules)) return draftOf(kept)
    const resumed = resumedRound(settings, rule)
    if (running.leaves?.(rule) || (resumed && running.depth !== settings.depth))
      return inconclusive('deferred to the next round')
    const earlier = await running.before?.early(rule.id)
    if (earlier && isDecided(earlier)) return earlier
    const known = await running.before?.closed(rule.id)
    if (!matchesPatterns(rule.id, settings.rules))
      return skipped(settings.shard ? 'in another shard' : 'not selected by --rule')
    if (isTimed(rule) && !settings.timing)
      return skipped(
        settings.depth === 'quick' ? 'quick depth measures no time without --timing' : 'excluded by --no-timing',
      )
    const stop = await running.ready
    const missing = unmet(rule, running.target())
    if (missing.length > 0)
      return { ...skipped(supplyText(missing, rule.variant, running.target(), settings.depth)), missing }
    if (stop) return inconclusive(stop)
    await Promise.all(runsAfter(rule).map(({ id }) => early(id)))
    const isBold = (running.isShort || isEager(rule)) && !isByHand(rule) && !isTimed(rule)
    const blocker = blockedBy(rule)
    if (!isBold && (await blocker)) return (await blocker)!
    const draft = await (isTimed(rule) ? running.alone(() => timed(rule)) : timed(rule, resumed ?? known?.round))
    const late = await blocker
    if (late) return late
    // The quick round's warning, which only an error could have replaced.
    if (earlier?.status === 'broken' && draft.status !== 'broken' && running.stopped()) return earlier
    if (earlier?.status === 'observed' && draft.status === 'inconclusive') return earlier
    return draft.refused ? withoutRefused(rule, draft, draft.refused) : draft
  }

  /** The rules whose requests come before those of this one. */
  const runsAfter = (rule: Rule): readonly Rule[] => {
    const all = running.isShort ? catalog.rules.filter(({ kind }) => kind !== 'observation') : catalog.rules
    if (isAtEnd(rule)) return all.filter(isEarlier)
    if (running.isShort && rule.kind === 'observation') return quietRules(all)
    const isBold = running.isShort && !isByHand(rule)
    const waits = waitsForOthers(rule) || (running.quietFirst && !isBold)
    return usesControl(rule) && waits ? quietRules(all) : []
  }

  /** If one header does not authenticate, which another rule reports, the cases via the other header decide. */
  const withoutRefused = async (rule: Rule, draft: ProvisionalResult, refused: number): Promise<ProvisionalResult> => {
    for (const name of CREDENTIAL_RULES) {
      const id = `${rule.variant}.${name}`
      if (id === rule.id || !rules.has(id) || (await early(id)).status !== 'broken') continue
      const settled = draft.cases - refused
      if (settled === 0) return blocked(id)
      const reason = `${settled} of ${draft.cases} cases; the baseline request of the others was refused (${id} is violated)`
      return { ...draft, status: 'passed', cases: settled, reason }
    }
    return draft
  }

  const timed = async (rule: Rule, before?: Round): Promise<ProvisionalResult> => {
    const trying = async () => {
      const startedAt = performance.now()
      const draft = await tryOne(rule, before)
      times.set(rule.id, performance.now() - startedAt)
      return draft
    }
    return isByHand(rule) ? manualSlots.run(trying) : trying()
  }

  const blockedBy = async (rule: Rule): Promise<ProvisionalResult | undefined> => {
    for (const id of rule.after ?? []) {
      const { status, blockedBy: root } = await early(id)
      if (status !== 'broken' && status !== 'blocked') continue
      blockedRules.add(rule.id)
      return blocked(root ?? id)
    }
    return undefined
  }

  const tryOne = async (rule: Rule, before?: Round): Promise<ProvisionalResult> => {
    // A timed rule repeats its own measurements.
    const onlyFirst = isByHand(rule) || isTimed(rule)
    if (rule.kind === 'trial') {
      const own = bench(rule, before)
      return runTrial(rule, { ...own, onlyFirst, stopped: () => blockedRules.has(rule.id) || own.stopped() })
    }
    if (rule.kind === 'observation') return runObservation(rule, bench(rule))
    const round = rule.cases && (await sweepOnce(rule.cases, rule, before)).round
    const seen = watch.of(rule.id)
    return { status: seen.worst ? 'broken' : 'passed', cases: seen.judged, round }
  }

  const sweepOnce = (cases: RequestCases<unknown>, rule: Rule, before?: Round): Promise<Sweep> => {
    const known = sweeps.get(cases)
    if (known) return known
    // The seed must not depend on which of the rules that share the cases runs first.
    const first = catalog.rules.find((other) => other.kind === 'invariant' && other.cases === cases) ?? rule
    const sweeping = runSweep(cases, { ...bench(rule, before), seed: seedFor(settings.seed, first.id) })
    sweeps.set(cases, sweeping)
    return sweeping
  }

  const late = async (rule: Rule): Promise<ProvisionalResult> => {
    const draft = await early(rule.id)
    // A shard judges every response by all invariants, but sends only the requests of its rules.
    const isSeen = settings.shard && rule.kind === 'invariant' && watch.of(rule.id).worst !== undefined
    const isTried = draft.status === 'passed' || draft.status === 'broken'
    const open = rule.kind === 'invariant' && (isTried || (isSeen && !matchesPatterns(rule.id, settings.rules)))
    if (!open) return closed(rule.id)
    return allSweeps()
      .then((all) => concludeInvariant(rule, watch.of(rule.id), bench(rule), all))
      .catch((error) => inconclusive(crashed(error)))
  }

  let closing: Promise<void> | undefined
  const through = (): Promise<void> => {
    const untimed = catalog.rules.filter((rule) => !isTimed(rule))
    closing ??= Promise.all(untimed.map(({ id }) => early(id))).then(baselines.close)
    return closing
  }

  const closed = async (id: string): Promise<ProvisionalResult> => {
    const draft = await early(id)
    await through()
    const found = baselines.voidFor(id)
    if (!found || draft.status !== 'passed') return draft
    const known = found.isCut ? await running.before?.closed(id) : undefined
    // Its baseline request vouches for these cases once a later run has resumed this one.
    const unconfirmed = found.isCut ? { round: draft.round } : {}
    if (known?.status !== 'passed') return { ...inconclusive(found.why, draft.cases), ...unconfirmed }
    const progress = { passed: known.cases, planned: draft.round!.count, isQuickDone: true }
    return { ...known, ...cutShortResult(progress, running.ended()!), ...unconfirmed }
  }

  const allSweeps = async () => [...(await Promise.all(sweeps.values())), ...((await running.before?.sweeps()) ?? [])]

  return {
    early,
    closed,
    late,
    sweeps: allSweeps,
    through,
    ms: (id) => (times.get(id) ?? 0) + (running.before?.ms(id) ?? 0),
  }
}

/** What rules that depend on it need to know. */
const draftOf = ({ status, cases }: RuleResult): ProvisionalResult => ({
  status: isBroken(status) ? 'broken' : status === 'observed' ? 'observed' : 'passed',
  cases,
})

/** Whether rules at the end wait for it. */
const isEarlier = (rule: Rule): boolean => !isAtEnd(rule) && !isTimed(rule)

/** A warning is not final: further cases may find an error. */
const isDecided = ({ status, found, isPreliminary }: ProvisionalResult): boolean =>
  status !== 'passed' && status !== 'inconclusive' && !found?.violation.warning && !isPreliminary

/**
 * Rules that neither use the control module nor measure time, nor depend on a rule that does. They precede control calls that would
 * change the data under them.
 */
function quietRules(rules: readonly Rule[]): readonly Rule[] {
  const later = new Set(rules.filter((rule) => usesControl(rule) || !isEarlier(rule)).map(({ id }) => id))
  for (let before = -1; before < later.size; ) {
    before = later.size
    for (const { id, after = [] } of rules) if (after.some((other) => later.has(other))) later.add(id)
  }
  return rules.filter(({ id }) => !later.has(id))
}

/** Reason for a rule whose test crashed through a bug in the suite. */
export function crashed(error: unknown): string {
  const text = error instanceof Error ? (process.env.DEBUG ? error.stack : error.message) : error
  return `the suite itself failed, which is not a verdict on the target; please report it: ${text}`
}
