import fc from 'fast-check'
import { caseText } from '../../core/case-text.ts'
import { count } from '../../core/count.ts'
import { type CredentialClass, type Exchange, isSuccess } from '../../core/exchange.ts'
import type { Json } from '../../core/json.ts'
import { MADE_UP } from '../../core/request-text.ts'
import type { Cases, Conclusion, Observation, RequestCases, Rule, Trial, Violation } from '../../core/rule.ts'
import { resolve } from '../../core/secret-text.ts'
import { Stopped } from '../../core/stopped.ts'
import type { Target } from '../../core/target.ts'
import { clientFor, OWN_CLIENT } from '../../http/client-profile.ts'
import { recordsIn } from '../../judge/response-summary.ts'
import { casesOf, checkCases, type FailingCase, isOwn, type Round } from '../check-cases.ts'
import {
  type Attributed,
  asSentBy,
  attributeClient,
  attributeProperty,
  extentOfClient,
  inOrderSent,
  onlyFor,
  onlyWithHeader,
} from './attribute-client.ts'
import type { RuleContext } from './case-tools.ts'
import { type JudgedCase, nearest } from './find-extent.ts'
import { allFail, findPattern, requestTraits } from './find-pattern.ts'
import type { InvariantRule, Seen } from './invariants.ts'
import { requestAsCase, type Sweep, shrinkSweep } from './invariants.ts'
import { cutShortResult, type FoundViolation, inconclusive, type ProvisionalResult } from './provisional-result.ts'
import { identityByClient } from './request-identity.ts'
import { type CaseRun, runCase, shortReason, unclearOrCut } from './run-case.ts'
import { usesControl } from './run-order.ts'
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
        : (rule.cases.conclude?.(failing, conforming, bench.target, failing.filter(wasAccepted)) ??
          patternIn(judged, found.violation, bench.target))
    return {
      ...{ status: 'broken', cases: tried, ...measured },
      found: byClient(
        {
          ...concluded(
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

/** Further cases that are tried after a failure, to show how far it extends; more if the rule names more. */
const MAX_FURTHER = 8

/**
 * The further cases that the rule names, then those most like the counterexample that were not tried, boundary cases first, which differ
 * more than generated ones. Only the named ones where a case takes many requests, and none where it takes a change or a person's time.
 */
function furtherCases(
  rule: Rule & Trial<unknown, unknown>,
  { case: counterexample, flaky }: FailingCase<unknown>,
  bench: RuleContext,
  judged: ReadonlyMap<unknown, unknown>,
  which: 'named' | 'all',
): unknown[] {
  if (flaky || bench.client !== undefined || bench.stopped() || usesControl(rule)) return []
  // A round of quick depth tries few.
  const { first, any } = casesOf({ ...bench, depth: 'standard', cases: rule.cases })
  const like = (cases: readonly unknown[]) => {
    const open = cases.filter((c) => !judged.has(c)) as Json[]
    return nearest(counterexample as Json, open).map((k) => open[k])
  }
  const known = new Set([counterexample, ...judged.keys()].map((c) => caseText(c as Json)))
  const named = rule.cases.further?.(counterexample, bench.target).filter((c) => !known.has(caseText(c as Json))) ?? []
  if (which === 'named' || isCostly(rule)) return named
  return [...named, ...[...like(first), ...like(any)].slice(0, Math.max(0, MAX_FURTHER - named.length))]
}

/** Further cases that are tried after a bad credential got another status than 401, to see whether any is accepted. */
const MAX_UNTIL_ACCEPTED = 60

function untilAccepted(
  rule: Rule & Trial<unknown, unknown>,
  { flaky }: FailingCase<unknown>,
  { exchanges, client }: FoundViolation,
  bench: RuleContext,
  judged: ReadonlyMap<unknown, unknown>,
): unknown[] {
  const last = exchanges.at(-1)
  const isRejected = last && !isSuccess(last) && REFUSED.includes(last.req.credential.class)
  if (!isRejected || flaky || client !== undefined || bench.client !== undefined || bench.stopped() || isCostly(rule))
    return []
  const { first } = casesOf({ ...bench, depth: 'standard', cases: rule.cases })
  return first.filter((c) => !judged.has(c)).slice(0, MAX_UNTIL_ACCEPTED)
}

/** Of a bad credential that some cases show refused in another way than by 401, and some accepted, show the latter. */
function withAccepted(
  found: FoundViolation,
  rule: Rule & Trial<unknown, unknown>,
  violations: ReadonlyMap<unknown, Pick<CaseRun, 'finding' | 'sent'>>,
  target: Target,
): FoundViolation {
  if (found.client !== undefined || isAccepted(found.exchanges)) return found
  const { first, inWords } = rule.cases
  // A replay finds boundary cases by their index.
  const boundaries = (typeof first === 'function' ? first(target) : first).map((c) => caseText(c as Json))
  const [c, accepted] =
    [...violations].find(([c, { sent }]) => isAccepted(sent) && boundaries.includes(caseText(c as Json))) ?? []
  if (!accepted) return found
  const violation = accepted.finding as Violation
  const causes = [...(violation.causes ?? rule.causes), ...(found.violation.causes ?? [])]
  const words = inWords?.(c, target)
  const { inWords: _, ...rest } = found
  return {
    ...rest,
    ...(words !== undefined && { inWords: words }),
    exchanges: accepted.sent,
    violation: { ...violation, causes: [...new Set(causes)] },
    counterexample: c as Json,
    path: `first:${boundaries.indexOf(caseText(c as Json))}`,
  }
}

const isAccepted = (sent: readonly Exchange[]): boolean =>
  sent.slice(-1).some((x) => isSuccess(x) && REFUSED.includes(x.req.credential.class))
const REFUSED: readonly CredentialClass[] = ['missing', ...MADE_UP]

function concluded(
  found: FoundViolation,
  conclusion: Conclusion | undefined,
  violations: ReadonlyMap<unknown, Pick<CaseRun, 'finding' | 'sent'>>,
): FoundViolation {
  if (!conclusion) return found
  const { pattern, shown, likelier = [], isConcerned: _, ...instead } = conclusion
  const { finding, sent: exchanges } = violations.get(shown) ?? { finding: found.violation, sent: found.exchanges }
  const violation = { ...(finding as Violation), ...instead }
  const causes = likelier.length > 0 && { causes: [...new Set([...likelier, ...(violation.causes ?? [])])] }
  return { ...found, exchanges, pattern, violation: { ...violation, ...causes } }
}

/** A case takes many requests or a change. */
export const isCostly = (rule: Rule & Trial<unknown, unknown>): boolean =>
  rule.cases.cost !== undefined || usesControl(rule)

/** Characters of a URL, below which limits rarely are, and how much longer those that fail are. */
const [LONG_URL, LONGER] = [200, 1.2]

/** Requests of a case: its own, and what it is compared with. */
const MOST_COMPARED = 2

/** What separates the last requests of the failing cases from those of the conforming ones. */
function patternIn(judged: JudgedCases, { actual }: Violation, { secrets }: Target): Conclusion | undefined {
  // Of many requests, the last may not be the decisive one.
  if ([...judged.values()].some(({ sent }) => new Set(sent.map(({ url }) => JSON.stringify(url))).size > MOST_COMPARED))
    return undefined
  const [failing, conforming] = [true, false].map((fails) =>
    [...judged.values()].flatMap((one) => ((one.actual !== undefined) === fails ? one.sent.slice(-1) : [])),
  ) as [Sent[], Sent[]]
  const lengths = (some: readonly Sent[]) => some.map(({ url }) => resolve(url, secrets).length)
  const [least, most] = [Math.min(...lengths(failing)), Math.max(0, ...lengths(conforming))]
  const byLength = `each failing request has a URL of ${least} characters or more, each conforming one of ${most} or fewer`
  const pattern =
    findPattern(failing.map(requestTraits), conforming.map(requestTraits), actual) ??
    allFail(failing, conforming) ??
    (least > Math.max(most * LONGER, LONG_URL) && conforming.length > 0 ? byLength : undefined)
  return pattern === undefined ? undefined : { pattern }
}

/** Each case that was judged, with what was wrong and what it sent. */
type JudgedCases = Map<unknown, ReturnType<typeof ofCase>>
type Sent = Pick<Exchange, 'n' | 'req' | 'url'>

const ofCase = (finding: Violation | undefined, exchanges: readonly Exchange[]) => ({
  actual: finding?.actual,
  expected: finding?.expected,
  seen: seenIn(exchanges.at(-1)),
  /** The last one of `sent` shows what is wrong. */
  isDecisive: finding?.show !== undefined,
  /** It sent nothing, or all are pages without records, which have nothing to compare. */
  areEmpty: exchanges.length !== 1 && exchanges.every((x) => recordsIn(x.response?.json)?.length === 0),
  sent: [...exchanges, ...(finding?.show ?? []).slice(-1)].map(({ n, req, url }): Sent => ({ n, req, url })),
})

/** `401`, `25 records`; undefined for another success. */
function seenIn(x: Exchange | undefined): string | undefined {
  if (!x?.response || !isSuccess(x)) return x?.response && String(x.response.status)
  const records = recordsIn(x.response!.json)
  return records && count(records.length, 'record')
}

/** `client`: another than the suite's own, which sent them and matters. `conformsByLuck`: of conforming cases. */
function inWords(
  judged: JudgedCases,
  cases: Cases<unknown>,
  target: Target,
  client?: string,
  conformsByLuck: Conclusion['isConcerned'] = () => false,
): JudgedCase[] {
  const isBad = ({ sent }: ReturnType<typeof ofCase>) => sent.at(-1)?.req.credential.class !== 'active'
  const isAtPath = ({ sent }: ReturnType<typeof ofCase>) => sent.at(-1)?.req.endpoint !== null
  const isOutside = ({ sent }: ReturnType<typeof ofCase>) => sent.at(-1)?.req.outside === true
  const failing = [...judged.values()].filter(({ actual }) => actual !== undefined)
  const [areBad, areAtPaths, areOutside] = [failing.every(isBad), failing.every(isAtPath), failing.some(isOutside)]
  const smallest = smallestCases(judged)
  return [...judged].flatMap(([c, one]) => {
    const { sent, seen, isDecisive, areEmpty, ...outcome } = one
    const words = cases.inWords?.(c, target)
    // Only the baseline request was sent: another case had sent the rest.
    if (words === undefined && areBad && !isBad(one)) return []
    // Of many things together, the request shows the one that matters, which another case has alone.
    if (words !== undefined && one.actual !== undefined && isBad(one) && c !== smallest.get(lastRequest(one))) return []
    const text = words ?? variedRequest(sent, isDecisive)
    return {
      ...outcome,
      // The parameters of such a case are not those of a request; of another path less is expected.
      ...(one.actual === undefined &&
        ((text === undefined && sent.length > 1) ||
          conformsByLuck(c) ||
          areEmpty ||
          (areAtPaths && !isAtPath(one)) ||
          (!areOutside && isOutside(one))) && {
          hidden: true,
        }),
      case: c as Json,
      inWords: client !== undefined && text !== undefined ? `${text}, ${asSentBy(client)}` : text,
      // Of a case in words, the records of its last response say little.
      seen: (words === undefined && text !== undefined) || !/record/.test(seen ?? '') ? seen : undefined,
      n: sent.at(-1)?.n,
    }
  })
}

const lastRequest = ({ sent }: Pick<ReturnType<typeof ofCase>, 'sent'>): string | undefined =>
  sent.at(-1) && identityByClient(sent.at(-1)!.req)

/** The smallest failing case by its last request. */
function smallestCases(judged: JudgedCases): Map<string | undefined, unknown> {
  const smallest = new Map<string | undefined, unknown>()
  const length = (c: unknown) => caseText(c as Json).length
  for (const [c, one] of judged) {
    const known = smallest.get(lastRequest(one))
    if (one.actual !== undefined && (known === undefined || length(c) < length(known)))
      smallest.set(lastRequest(one), c)
  }
  return smallest
}

/** Of a case whose last request distinguishes it: the others are baseline requests, or what it is compared with. */
const MOST_REQUESTS = 6

/** The last request of a case that sends few, or that which shows what is wrong: it says more than the case. */
function variedRequest(sent: readonly Sent[], isDecisive: boolean): string | undefined {
  const texts = sent.map((one) => caseText(requestAsCase(one)))
  return isDecisive || new Set(texts).size <= MOST_REQUESTS ? texts.at(-1) : undefined
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
