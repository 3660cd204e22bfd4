import type { Catalog } from '../../core/catalog.ts'
import { supplyText, unmet } from '../../core/needs.ts'
import { seedFor } from '../../core/random.ts'
import type { Depth, RequestCases, Rule } from '../../core/rule.ts'
import { chosen } from '../../core/rule-patterns.ts'
import type { Settings } from '../../core/settings.ts'
import type { Stopped } from '../../core/stopped.ts'
import type { Target } from '../../core/target.ts'
import { createQueue } from '../../http/queue.ts'
import type { Round } from '../property-check.ts'
import type { Goods } from './baseline-requests.ts'
import type { Bench } from './bench.ts'
import type { CaseTools, Which } from './case-tools.ts'
import { blocked, cutDraft, type Draft, inconclusive, skipped } from './draft.ts'
import type { Watch } from './invariants.ts'
import { conclude, observe, sweep, tryTrial } from './kinds.ts'
import { isTimed, usesControl } from './rule-traits.ts'
import type { Sweep } from './shrink-sweep.ts'

export interface Running {
  readonly settings: Settings
  readonly catalog: Catalog
  readonly depth: Depth
  /** Rules that this round leaves to the next one. */
  readonly leaves?: (rule: Rule) => boolean
  /** The round before: neither what it found broken is tried again, nor cases that went through. */
  readonly before?: Runner
  /** Resolves when preflight is through, with why nothing can be tried. */
  readonly ready: Promise<string | undefined>
  readonly target: () => Target
  readonly tools: (rule: string, which: Which) => CaseTools
  readonly watch: Watch
  readonly goods: Goods
  /** No further case may be begun. */
  readonly stopped: () => boolean
  /** What ended the run early; of a recording, the run that was recorded. */
  readonly ended: () => Stopped | undefined
  /** Waits until nothing else of the run is being sent, and keeps it so. */
  readonly alone: <T>(work: () => Promise<T>) => Promise<T>
  /** A person does what rules need of the console: one rule at a time, and of each the first case only. */
  readonly byHand: boolean
}

export interface Runner {
  /** What is known of a rule when its own requests are through: enough for rules that depend on it. */
  early(id: string): Promise<Draft>
  /** The same once the baseline requests were repeated: void if one of those that it leans on stopped working. */
  closed(id: string): Promise<Draft>
  /** As `closed`, and concludes an invariant; to be called when every rule's own requests are through. */
  late(rule: Rule): Promise<Draft>
  /** Resolves when every rule's own requests are through, but for those that measure time, and the baseline requests were repeated. */
  through(): Promise<void>
  /** Those of the rounds before come last. */
  sweeps(): Promise<readonly Sweep[]>
  /** Milliseconds from the first request of a rule to its last answer. */
  ms(id: string): number
}

/** Runs every rule side by side, each as soon as the rules it comes after are through. */
export function createRunner(running: Running): Runner {
  const { settings, catalog, watch, goods } = running
  const drafts = new Map<string, Promise<Draft>>()
  const sweeps = new Map<RequestCases<unknown>, Promise<Sweep>>()
  const times = new Map<string, number>()
  const oneByOne = createQueue(1)
  const isByHand = (rule: Rule) => running.byHand && usesControl(rule)
  const rules = new Map(catalog.rules.map((rule) => [rule.id, rule]))

  const bench = (rule: Rule, before?: Round): Bench => ({
    target: running.target(),
    depth: running.depth,
    before,
    seed: seedFor(settings.seed, rule.id),
    limit: settings.concurrency,
    stopped: running.stopped,
    ended: running.ended,
    tools: (which) => running.tools(rule.id, which),
  })

  const early = (id: string): Promise<Draft> => {
    const known = drafts.get(id)
    if (known) return known
    const draft = begin(rules.get(id)!).catch((error) => inconclusive(crashed(error)))
    drafts.set(id, draft)
    return draft
  }

  const begin = async (rule: Rule): Promise<Draft> => {
    if (running.leaves?.(rule)) return inconclusive('it is left to the next round')
    const earlier = await running.before?.early(rule.id)
    if (earlier && isDecided(earlier)) return earlier
    const known = await running.before?.closed(rule.id)
    if (!chosen(rule.id, settings.rules)) return skipped('not chosen by --rule')
    if (isTimed(rule) && !settings.timing) return skipped('left out by --no-timing')
    const stop = await running.ready
    const missing = unmet(rule, running.target())
    if (missing.length > 0) return { ...skipped(supplyText(missing, rule.variant)), missing }
    if (stop) return inconclusive(stop)
    if (usesControl(rule)) await Promise.all(quietOnes(catalog.rules).map(({ id }) => early(id)))
    const blocker = await blockedBy(rule)
    if (blocker) return blocker
    return isTimed(rule) ? running.alone(() => timed(rule)) : timed(rule, known?.round)
  }

  const timed = async (rule: Rule, before?: Round): Promise<Draft> => {
    const trying = async () => {
      const begun = performance.now()
      const draft = await tryOne(rule, before)
      times.set(rule.id, performance.now() - begun)
      return draft
    }
    return isByHand(rule) ? oneByOne.run(trying) : trying()
  }

  const blockedBy = async (rule: Rule): Promise<Draft | undefined> => {
    for (const id of rule.after ?? []) {
      const { status, reason } = await early(id)
      if (status === 'broken') return blocked(`${id} is broken`)
      if (status === 'blocked') return blocked(reason!)
    }
    return undefined
  }

  const tryOne = async (rule: Rule, before?: Round): Promise<Draft> => {
    // What is measured is measured again by the rule itself, where that tells more.
    const onlyFirst = isByHand(rule) || isTimed(rule)
    if (rule.kind === 'trial') return tryTrial(rule, { ...bench(rule, before), onlyFirst })
    if (rule.kind === 'observation') return observe(rule, bench(rule))
    const round = rule.cases && (await sweepOnce(rule.cases, rule, before)).round
    const seen = watch.of(rule.id)
    return { status: seen.worst ? 'broken' : 'passed', cases: seen.judged, round }
  }

  const sweepOnce = (cases: RequestCases<unknown>, rule: Rule, before?: Round): Promise<Sweep> => {
    const known = sweeps.get(cases)
    if (known) return known
    // The same cases whichever of the rules that share them comes first.
    const first = catalog.rules.find((other) => other.kind === 'invariant' && other.cases === cases) ?? rule
    const sweeping = sweep(cases, { ...bench(rule, before), seed: seedFor(settings.seed, first.id) })
    sweeps.set(cases, sweeping)
    return sweeping
  }

  const late = async (rule: Rule): Promise<Draft> => {
    const draft = await early(rule.id)
    const open = rule.kind === 'invariant' && (draft.status === 'passed' || draft.status === 'broken')
    if (!open) return closed(rule.id)
    return allSweeps()
      .then((all) => conclude(rule, watch.of(rule.id), bench(rule), all))
      .catch((error) => inconclusive(crashed(error)))
  }

  let closing: Promise<void> | undefined
  const through = (): Promise<void> => {
    const untimed = catalog.rules.filter((rule) => !isTimed(rule))
    closing ??= Promise.all(untimed.map(({ id }) => early(id))).then(goods.close)
    return closing
  }

  const closed = async (id: string): Promise<Draft> => {
    const draft = await early(id)
    await through()
    const found = goods.voidFor(id)
    if (!found || draft.status !== 'passed') return draft
    const known = found.isCut ? await running.before?.closed(id) : undefined
    if (known?.status !== 'passed') return inconclusive(found.why, draft.cases)
    const progress = { passed: known.cases, planned: draft.round!.count, isQuickDone: true }
    return { ...known, ...cutDraft(progress, running.ended()!) }
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

/** More cases may still find an error where the first ones found a mere warning. */
const isDecided = ({ status, found }: Draft): boolean =>
  status !== 'passed' && status !== 'inconclusive' && !found?.violation.warning

/**
 * Rules that change nothing, and wait for none that does. They go first: what others do by the control module would move the
 * data under them, and their requests would stand in the way of those whose moment matters. Timed rules come last.
 */
function quietOnes(rules: readonly Rule[]): readonly Rule[] {
  const later = new Set(rules.filter((rule) => usesControl(rule) || isTimed(rule)).map(({ id }) => id))
  for (let before = -1; before < later.size; ) {
    before = later.size
    for (const { id, after = [] } of rules) if (after.some((other) => later.has(other))) later.add(id)
  }
  return rules.filter(({ id }) => !later.has(id))
}

/** A bug of ours is no verdict on the target. */
export function crashed(error: unknown): string {
  const text = error instanceof Error ? (process.env.DEBUG ? error.stack : error.message) : error
  return `the suite itself failed, which is no verdict on the target; please report it: ${text}`
}
