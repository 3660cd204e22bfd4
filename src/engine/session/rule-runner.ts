import type { Catalog } from '../../core/catalog.ts'
import { matchesPatterns } from '../../core/matches-patterns.ts'
import { supplyText, unmet } from '../../core/needs.ts'
import { seedFor } from '../../core/random.ts'
import type { Depth, RequestCases, Rule } from '../../core/rule.ts'
import type { Settings } from '../../core/settings.ts'
import type { Stopped } from '../../core/stopped.ts'
import type { Target } from '../../core/target.ts'
import { createQueue } from '../../http/queue.ts'
import type { Round } from '../check-property.ts'
import type { BaselineRequests } from './baseline-requests.ts'
import type { CaseIdentity, CaseTools } from './case-tools.ts'
import type { InvariantWatch } from './invariants.ts'
import { blocked, cutShortResult, inconclusive, type ProvisionalResult, skipped } from './provisional-result.ts'
import type { RuleContext } from './rule-context.ts'
import { isTimed, usesControl } from './rule-traits.ts'
import type { Sweep } from './shrink-sweep.ts'
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
  readonly watch: InvariantWatch
  readonly goods: BaselineRequests
  /** True when no further case may start. */
  readonly stopped: () => boolean
  /** What ended the run early; for a recording, the recorded run. */
  readonly ended: () => Stopped | undefined
  /** Runs work while nothing else of the run sends requests. */
  readonly alone: <T>(work: () => Promise<T>) => Promise<T>
  /** A person acts as the control module: rules that need it run one at a time, with their first case only. */
  readonly byHand: boolean
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
  const { settings, catalog, watch, goods } = running
  const drafts = new Map<string, Promise<ProvisionalResult>>()
  const sweeps = new Map<RequestCases<unknown>, Promise<Sweep>>()
  const times = new Map<string, number>()
  const manualSlots = createQueue(1)
  const isByHand = (rule: Rule) => running.byHand && usesControl(rule)
  const rules = new Map(catalog.rules.map((rule) => [rule.id, rule]))

  const bench = (rule: Rule, before?: Round): RuleContext => ({
    target: running.target(),
    depth: running.depth,
    before,
    seed: seedFor(settings.seed, rule.id),
    limit: settings.concurrency,
    stopped: running.stopped,
    ended: running.ended,
    tools: (which) => running.tools(rule.id, which),
  })

  const early = (id: string): Promise<ProvisionalResult> => {
    const known = drafts.get(id)
    if (known) return known
    const draft = begin(rules.get(id)!).catch((error) => inconclusive(crashed(error)))
    drafts.set(id, draft)
    return draft
  }

  const begin = async (rule: Rule): Promise<ProvisionalResult> => {
    if (running.leaves?.(rule)) return inconclusive('deferred to the next round')
    const earlier = await running.before?.early(rule.id)
    if (earlier && isDecided(earlier)) return earlier
    const known = await running.before?.closed(rule.id)
    if (!matchesPatterns(rule.id, settings.rules)) return skipped('not selected by --rule')
    if (isTimed(rule) && !settings.timing) return skipped('excluded by --no-timing')
    const stop = await running.ready
    const missing = unmet(rule, running.target())
    if (missing.length > 0) return { ...skipped(supplyText(missing, rule.variant)), missing }
    if (stop) return inconclusive(stop)
    if (usesControl(rule)) await Promise.all(quietRules(catalog.rules).map(({ id }) => early(id)))
    const blocker = await blockedBy(rule)
    if (blocker) return blocker
    return isTimed(rule) ? running.alone(() => timed(rule)) : timed(rule, known?.round)
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
      const { status, reason } = await early(id)
      if (status === 'broken') return blocked(`${id} is violated`)
      if (status === 'blocked') return blocked(reason!)
    }
    return undefined
  }

  const tryOne = async (rule: Rule, before?: Round): Promise<ProvisionalResult> => {
    // A timed rule repeats its own measurements.
    const onlyFirst = isByHand(rule) || isTimed(rule)
    if (rule.kind === 'trial') return runTrial(rule, { ...bench(rule, before), onlyFirst })
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
    const open = rule.kind === 'invariant' && (draft.status === 'passed' || draft.status === 'broken')
    if (!open) return closed(rule.id)
    return allSweeps()
      .then((all) => concludeInvariant(rule, watch.of(rule.id), bench(rule), all))
      .catch((error) => inconclusive(crashed(error)))
  }

  let closing: Promise<void> | undefined
  const through = (): Promise<void> => {
    const untimed = catalog.rules.filter((rule) => !isTimed(rule))
    closing ??= Promise.all(untimed.map(({ id }) => early(id))).then(goods.close)
    return closing
  }

  const closed = async (id: string): Promise<ProvisionalResult> => {
    const draft = await early(id)
    await through()
    const found = goods.voidFor(id)
    if (!found || draft.status !== 'passed') return draft
    const known = found.isCut ? await running.before?.closed(id) : undefined
    if (known?.status !== 'passed') return inconclusive(found.why, draft.cases)
    const progress = { passed: known.cases, planned: draft.round!.count, isQuickDone: true }
    return { ...known, ...cutShortResult(progress, running.ended()!) }
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

/** A warning is not final: further cases may find an error. */
const isDecided = ({ status, found }: ProvisionalResult): boolean =>
  status !== 'passed' && status !== 'inconclusive' && !found?.violation.warning

/**
 * Rules that neither use the control module nor measure time, nor depend on a rule that does. They run first: control calls would
 * change the data under them, and their requests would delay time-critical ones.
 */
function quietRules(rules: readonly Rule[]): readonly Rule[] {
  const later = new Set(rules.filter((rule) => usesControl(rule) || isTimed(rule)).map(({ id }) => id))
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
