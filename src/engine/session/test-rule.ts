import fc from 'fast-check'
import type { Json } from '../../core/json.ts'
import type { Cases, Observation, RequestCases, Rule, Trial } from '../../core/rule.ts'
import { Stopped } from '../../core/stopped.ts'
import { casesOf, checkCases, type FailingCase, type Round } from '../check-property.ts'
import type { InvariantRule, Seen } from './invariants.ts'
import { cutShortResult, type FoundViolation, inconclusive, type ProvisionalResult } from './provisional-result.ts'
import type { RuleContext } from './rule-context.ts'
import { type CaseRun, runCase, shortReason, unclearOrCut } from './run-case.ts'
import { endedBeforeTested } from './run-ending.ts'
import { type Sweep, shrinkSweep } from './shrink-sweep.ts'

/** Test a trial: try its cases and shrink a failing one. */
export async function runTrial(rule: Rule & Trial<unknown, unknown>, bench: RuleContext): Promise<ProvisionalResult> {
  const violations = new Map<unknown, Pick<CaseRun, 'sent' | 'steps'>>()
  let measurement: CaseRun['measurement']
  const evidence = [...(bench.before?.evidence ?? [])]
  const passed = new Set(bench.before?.passed)
  const through = new Set(bench.before?.through)
  const earlier = through.size
  const check = async (c: unknown, index?: number) => {
    const shrinking = index === undefined
    const seed = caseSeed(bench, c)
    const tools = (again: boolean) => bench.tools({ seed, again: again || shrinking, place: index })
    const tried = await runCase(rule, c, bench.target, tools)
    // Stryker disable next-line ConditionalExpression: other attempts are never read
    if (tried.finding?.kind === 'violation') violations.set(c, { sent: tried.sent, steps: tried.steps })
    if (index !== undefined && !tried.finding) {
      passed.add(index)
      if (!tried.deep) through.add(index)
    }
    if (tried.measurement) measurement = tried.measurement
    // Only for rules that use it: the responses of a case may be large.
    if (rule.note && tried.evidence !== undefined) evidence.push(tried.evidence)
    return tried.finding
  }
  const outcome = await checkCases({ ...bench, cases: rule.cases, check })
  const { broken, left, planned, unclear: inconclusiveCases, why } = outcome
  const tried = earlier + outcome.tried
  const note = rule.note?.(evidence)
  const round = { count: planned, passed, through, ...(rule.note && { evidence }) }
  const measured = { ...(measurement && { measurement }), ...(note !== undefined && { note }), round }
  if (broken)
    return { status: 'broken', cases: tried, found: toBreak(broken, violations.get(broken.case), rule), ...measured }
  if (planned === 0) return inconclusive('none of its cases apply to this target')
  const reason = inconclusiveCases === tried ? `${why}` : `${inconclusiveCases} of ${tried} cases: ${why}`
  if (inconclusiveCases > 0) return { ...inconclusive(reason, tried), ...measured }
  if (left > 0) return { ...whenCut(rule.cases, round, bench), ...measured }
  return { status: 'passed', cases: tried, ...measured }
}

function whenCut(
  { count: [quick] }: Cases<unknown>,
  { count: planned, passed }: Round,
  { ended }: RuleContext,
): ProvisionalResult {
  const quickIndexes = Array.from({ length: Math.min(quick, planned) }, (_, k) => k)
  const isQuickDone = quickIndexes.every((k) => passed.has(k))
  return cutShortResult({ passed: passed.size, planned, isQuickDone }, ended() ?? new Stopped('the run ended'))
}

function toBreak(
  broken: FailingCase<unknown>,
  { sent, steps }: Pick<CaseRun, 'sent' | 'steps'> = { sent: [], steps: [] },
  { cases }: Trial<unknown, unknown>,
): FoundViolation {
  const { violation, path, flaky } = broken
  const inWords = cases.inWords?.(broken.case)
  return {
    ...{ violation, exchanges: sent, steps, counterexample: broken.case as Json, path },
    ...(inWords !== undefined && { inWords }),
    ...(flaky && { flaky }),
  }
}

/** Depends only on the rule and the case, so that concurrency does not change random values. */
const caseSeed = ({ seed }: RuleContext, c: unknown): number => seed ^ fc.hash(fc.stringify(c))

/** Run an observation. */
export async function runObservation(rule: Rule & Observation, bench: RuleContext): Promise<ProvisionalResult> {
  const tools = bench.tools({ seed: bench.seed })
  try {
    const observation = await tools.evidence(() => rule.observe(tools))
    const unanswered = tools.unanswered()
    return unanswered ? inconclusive(unanswered, 1) : { status: 'observed', cases: 1, observation }
  } catch (error) {
    // The error may come from reading a response that never arrived.
    return inconclusive(tools.unanswered() ?? shortReason(error), 1)
  } finally {
    tools.release()
  }
}

/** Send the cases that invariants share. Their exchanges are judged on arrival, like all others. */
export async function runSweep(cases: RequestCases<unknown>, bench: RuleContext): Promise<Sweep> {
  const { first, any } = casesOf({ ...bench, cases })
  const all = [...first, ...any]
  const indexOf = new Map<number, number>()
  const passed = new Set(bench.before?.passed)
  const check = async (c: unknown, index?: number) => {
    try {
      const x = await bench.tools({ seed: bench.seed, place: index }).sparingly(cases.request(c, bench.target))
      indexOf.set(x.n, index!)
      if (x.problem?.kind === 'stopped') return unclearOrCut(endedBeforeTested(x.problem.message), true)
      passed.add(index!)
      return undefined
    } catch (error) {
      return unclearOrCut(shortReason(error), error instanceof Stopped)
    }
  }
  const { left, why } = await checkCases({ ...bench, cases, check })
  const round = { count: all.length, passed, through: passed }
  const open = why !== undefined ? inconclusive(why) : left > 0 ? whenCut(cases, round, bench) : undefined
  return { cases, bench, indexOf, all, boundaries: first.length, round, ...(open && { open }) }
}

/** Conclude an invariant after all exchanges have been judged. */
export async function concludeInvariant(
  rule: InvariantRule,
  seen: Seen,
  bench: RuleContext,
  sweeps: readonly Sweep[],
): Promise<ProvisionalResult> {
  if (seen.crash) throw seen.crash
  if (seen.worst)
    return { status: 'broken', cases: seen.judged, found: await shrinkSweep(rule, seen.worst, bench, sweeps) }
  const open = sweeps.find(({ cases }) => cases === rule.cases)?.open
  if (open?.status === 'inconclusive') return { ...open, cases: seen.judged }
  if (seen.judged === 0) return inconclusive('received no response that the rule applies to')
  return { status: 'passed', cases: seen.judged, ...(open && { reason: open.reason }) }
}
