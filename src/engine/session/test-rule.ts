import fc from 'fast-check'
import type { Json } from '../../core/json.ts'
import type { Cases, Observation, RequestCases, Rule, Trial, Violation } from '../../core/rule.ts'
import { Stopped } from '../../core/stopped.ts'
import type { Target } from '../../core/target.ts'
import { clientFor, OWN_CLIENT } from '../../http/client-profile.ts'
import { casesOf, checkCases, type FailingCase, isOwn, type Round } from '../check-cases.ts'
import {
  type Attributed,
  attributeClient,
  attributeProperty,
  extentOfClient,
  inOrderSent,
  onlyFor,
  onlyWithHeader,
} from './attribute-client.ts'
import type { RuleContext } from './case-tools.ts'
import { concluded, furtherCases, isAccepted, isCostly, untilAccepted, withAccepted } from './further-cases.ts'
import type { InvariantRule, Seen } from './invariants.ts'
import { type Sweep, shrinkSweep } from './invariants.ts'
import { inWords, type JudgedCases, ofCase, patternIn } from './judged-cases.ts'
import { cutShortResult, type FoundViolation, inconclusive, type ProvisionalResult } from './provisional-result.ts'
import { type CaseRun, runCase, shortReason, unclearOrCut } from './run-case.ts'
import { endedBeforeTested } from './stop-reasons.ts'

/** Cases that suffice for a pass, if they are at least half, while the data keeps changing during the others. A part has few. */
const MIN_SETTLED = 3

/** Test a trial: try its cases and shrink a failing one. */
export async function runTrial(rule: Rule & Trial<unknown, unknown>, bench: RuleContext): Promise<ProvisionalResult> {
  const violations = new Map<unknown, Pick<CaseRun, 'finding' | 'sent' | 'steps'>>()
  let measurement: CaseRun['measurement']
  const evidence = [...(bench.before?.evidence ?? [])]
  const passed = new Set(bench.before?.passed)
  const through = new Set(bench.before?.through)
  const earlier = through.size
  const judged: JudgedCases = new Map()
  /** Clients of the failing cases; shrunk cases have that of the original. */
  const clients = new Map<number, Pick<Attributed<unknown>, 'client' | 'isCause'>>()
  const run = (c: unknown, client: string, index?: number) => {
    const repeated = index === undefined
    const which = { seed: caseSeed(bench, c), client, onlyClient: repeated || bench.client !== undefined, place: index }
    const tools = (again: boolean) => bench.tools({ ...which, again: again || repeated })
    return bench.inTurn(async () => (bench.stopped() ? notRun(bench) : runCase(rule, c, bench.target, tools)), index)
  }
  const firstRun = async (c: unknown, index: number) => {
    const first = await run(c, bench.client ?? clientFor(caseSeed(bench, c)), index)
    if (first.finding?.kind !== 'violation') return first
    const { outcome, ...attributed } = await attribute(first, (client) => run(c, client), bench)
    clients.set(index, attributed)
    return outcome
  }
  const check = async (c: unknown, index?: number, origin = 0) => {
    const tried =
      index === undefined ? await run(c, clients.get(origin)?.client ?? OWN_CLIENT) : await firstRun(c, index)
    // Stryker disable next-line ConditionalExpression: other attempts are never read
    if (tried.finding?.kind === 'violation') violations.set(c, tried)
    if (tried.finding?.kind !== 'unclear' && tried.finding?.kind !== 'cut')
      judged.set(c, ofCase(tried.finding, tried.sent))
    if (index !== undefined && !tried.finding) {
      passed.add(index)
      if (!tried.deep || bench.isLast) through.add(index)
    }
    if (tried.measurement) measurement = tried.measurement
    // Only for rules that use it: the responses of a case may be large.
    if (rule.note && tried.evidence !== undefined) evidence.push(tried.evidence)
    return tried.finding
  }
  /** Once per rule, for the case that is reported. */
  const withOneProperty = async (broken: FailingCase<unknown>): Promise<FailingCase<unknown>> => {
    const whole = clients.get(broken.index)
    if (!whole?.isCause || broken.flaky || isCostly(rule)) return broken
    const { outcome, ...attributed } = await attributeProperty<Pick<CaseRun, 'finding' | 'sent' | 'steps'>>(
      { ...whole, outcome: { ...violations.get(broken.case)!, finding: broken.violation } },
      (client) => run(broken.case, client),
      (tried) => resultOf(tried, broken.violation),
    )
    clients.set(broken.index, attributed)
    violations.set(broken.case, outcome)
    return { ...broken, violation: outcome.finding as Violation }
  }
  const outcome = await checkCases({ ...bench, cases: rule.cases, check })
  const { left, planned, unclear: inconclusiveCases, unsettled, why } = outcome
  const tried = earlier + outcome.tried
  const note = rule.note?.(evidence)
  const round = { count: planned, passed, through, ...(rule.note && { evidence }) }
  const measured = { ...(measurement && { measurement }), ...(note !== undefined && { note }), round }
  if (outcome.broken) {
    const broken = await withOneProperty(outcome.broken)
    const client = clients.get(broken.index)
    const found = toBreak(broken, violations.get(broken.case), rule, bench.target)
    const known = new Set(judged.keys())
    const values =
      client?.isCause &&
      (await extentOfClient(client.client, found.exchanges, async (one) =>
        isCostly(rule) ? notRun(bench).finding : (await run(broken.case, one)).finding,
      ))
    // What other clients get says nothing about this one.
    for (const c of furtherCases(rule, broken, bench, values ? new Map() : judged, values ? 'named' : 'all'))
      await check(c, undefined, broken.index)
    const wasAccepted = (c: unknown) => isAccepted(violations.get(c)?.sent ?? [])
    for (const c of untilAccepted(rule, broken, found, bench, judged)) {
      await check(c, undefined, broken.index)
      if (!wasAccepted(c)) continue
      for (const like of furtherCases(rule, { ...broken, case: c }, bench, judged, 'named'))
        await check(like, undefined, broken.index)
      break
    }
    const ofClient = new Map([...judged].filter(([c]) => !values || !known.has(c)))
    const byResult = Map.groupBy(judged.keys(), (c) => judged.get(c)!.actual === undefined)
    const [conforming, failing] = [byResult.get(true) ?? [], byResult.get(false) ?? []]
    const conclusion =
      broken.flaky || values
        ? undefined
        : {
            ...patternIn(judged, found.violation, bench.target),
            ...rule.cases.conclude?.(failing, conforming, bench.target, failing.filter(wasAccepted)),
          }
    return {
      ...{ status: 'broken', cases: tried, ...measured },
      found: byClient(
        {
          ...concluded(
            rule,
            withAccepted(found, rule, broken.flaky ? new Map() : violations, bench.target),
            conclusion,
            violations,
          ),
          otherWay: otherWay(
            broken,
            conforming.filter((c) => ofClient.has(c)),
          ),
          judged: [
            ...(values || []),
            ...inWords(
              ofClient,
              rule.cases,
              bench.target,
              client?.isCause ? client.client : undefined,
              conclusion?.isConcerned,
            ),
          ],
        },
        client,
      ),
    }
  }
  if (planned === 0) return inconclusive('none of its cases apply to this target')
  const reason = inconclusiveCases === tried ? `${why}` : `${inconclusiveCases} of ${tried} cases: ${why}`
  const settled = tried - unsettled
  const least = bench.part ? 1 : MIN_SETTLED
  const isEnough = inconclusiveCases === unsettled && settled >= least && settled >= unsettled
  const isRefused = outcome.refused > 0 && outcome.refused === inconclusiveCases
  if (inconclusiveCases > 0 && !isEnough)
    return { ...inconclusive(reason, tried), ...(isRefused && { refused: inconclusiveCases }), ...measured }
  if (left > 0) return { ...whenCut(rule.cases, round, bench), ...measured }
  if (unsettled === 0) return { status: 'passed', cases: tried, ...measured }
  const partly = `${settled} of ${tried} cases; in the others the data kept changing (${why})`
  return { status: 'passed', cases: settled, reason: partly, ...measured }
}

/** The run ended while the case waited for its turn. */
const notRun = ({ ended }: RuleContext): CaseRun => ({
  finding: unclearOrCut(endedBeforeTested(ended()?.message ?? 'the run ended'), true),
  sent: [],
  steps: [],
  deep: false,
})

function whenCut({ count: [quick] }: Cases<unknown>, round: Round, { ended, part }: RuleContext): ProvisionalResult {
  const { passed } = round
  const own = Array.from({ length: round.count }, (_, k) => k).filter((k) => isOwn(k, part))
  const isQuickDone = own.every((k) => k >= quick || passed.has(k))
  const progress = { passed: passed.size, planned: own.length, isQuickDone }
  return cutShortResult(progress, ended() ?? new Stopped('the run ended'))
}

/** The other way to send the key, by which the same case conformed. */
function otherWay({ case: failing, flaky }: FailingCase<unknown>, conforming: readonly unknown[]): string | undefined {
  const by = wayOf(failing)
  if (by === undefined || flaky) return undefined
  const asHere = (c: unknown) => fc.stringify({ ...(c as object), by })
  return wayOf(conforming.find((c) => wayOf(c) !== by && asHere(c) === asHere(failing)))
}

function wayOf(c: unknown): string | undefined {
  const { by } = (c ?? {}) as { by?: string }
  return by === 'X-Api-Key' || by === 'Bearer' ? by : undefined
}

function toBreak(
  broken: FailingCase<unknown>,
  { sent, steps }: Pick<CaseRun, 'sent' | 'steps'> = { sent: [], steps: [] },
  { cases }: Trial<unknown, unknown>,
  target: Target,
): FoundViolation {
  const { violation, path, flaky } = broken
  const inWords = cases.inWords?.(broken.case, target)
  const last = sent.at(-1)
  const hasHarmless = !flaky && last && cases.harmless?.some((field) => field in (broken.case as object))
  return {
    ...{
      violation: hasHarmless ? onlyWithHeader(violation, last) : violation,
      exchanges: sent,
      steps,
      counterexample: broken.case as Json,
      path,
    },
    ...(inWords !== undefined && { inWords }),
    ...(flaky && { flaky }),
  }
}

/** Find out whether the client of a failing case matters. A person's time is not spent on it, and a replay knows the client. */
async function attribute(first: CaseRun, repeat: (client: string) => Promise<CaseRun>, bench: RuleContext) {
  const found = first.finding as Violation
  // Rules share responses at quick depth: the decisive one may be of another client than the others.
  const decisive = found.show?.at(-1)?.req.client
  const client = decisive ?? first.sent.findLast(({ req }) => req.client)?.req.client ?? OWN_CLIENT
  if (bench.onlyFirst || bench.client !== undefined || bench.stopped())
    return { outcome: first, client: bench.client ?? client, isCause: false }
  return attributeClient(first, client, repeat, (run) => resultOf(run, found))
}

/** A warning is not the failure that is looked for. */
function resultOf({ finding }: Pick<CaseRun, 'finding'>, first: Violation) {
  if (finding?.kind === 'violation') return finding.warning && !first.warning ? 'conforms' : 'fails'
  return finding ? 'unclear' : 'conforms'
}

/** Name the client of a violation, unless it is the suite's own. */
function byClient(found: FoundViolation, by?: Pick<Attributed<unknown>, 'client' | 'isCause'>): FoundViolation {
  const { exchanges } = found
  const violation = inOrderSent(found.violation, exchanges)
  if (!by || by.client === OWN_CLIENT) return { ...found, violation }
  return {
    ...found,
    violation: by.isCause ? onlyFor(by.client, violation, exchanges) : violation,
    client: by.client,
  }
}

/** Depends only on the rule and the case, so that concurrency does not change random values. */
export const caseSeed = ({ seed }: Pick<RuleContext, 'seed'>, c: unknown): number => seed ^ fc.hash(fc.stringify(c))

/** Run an observation. */
export async function runObservation(rule: Rule & Observation, bench: RuleContext): Promise<ProvisionalResult> {
  const tools = bench.tools({ seed: bench.seed })
  try {
    const observation = await tools.evidence(() => rule.observe(tools))
    const unanswered = tools.unanswered()
    if (unanswered) return inconclusive(unanswered, 1)
    return { status: 'observed', cases: 1, observation, ...(tools.deep() && !bench.isLast && { isPreliminary: true }) }
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
      const client = bench.client ?? clientFor(caseSeed(bench, c))
      const tools = bench.tools({ seed: bench.seed, place: index, client })
      const x = await bench.inTurn(() => tools.sparingly(cases.request(c, bench.target)), index)
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
  if (seen.worst) return { status: 'broken', cases: seen.judged, found: await shrinkSweep(rule, seen, bench, sweeps) }
  const open = sweeps.find(({ cases }) => cases === rule.cases)?.open
  if (open?.status === 'inconclusive') return { ...open, cases: seen.judged }
  if (seen.judged === 0)
    return inconclusive('received no response that the rule applies to, perhaps because of another failure')
  return { status: 'passed', cases: seen.judged, ...(open && { reason: open.reason }) }
}
