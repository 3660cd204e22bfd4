import { AT_ONCE, interleaved } from '../../core/at-once.ts'
import { caseText } from '../../core/case-text.ts'
import type { Exchange, Req } from '../../core/exchange.ts'
import { isCreated, keysInRequest } from '../../core/keys-in-request.ts'
import { hexFor } from '../../core/random.ts'
import { type Rule, type Trial, type Violation, withShortBody } from '../../core/rule.ts'
import { sleep } from '../../core/sleep.ts'
import { Stopped } from '../../core/stopped.ts'
import type { Surface } from '../../core/surface.ts'
import type { Target } from '../../core/target.ts'
import type { Client } from '../../http/client.ts'
import { clientFor, OWN_CLIENT } from '../../http/client-profile.ts'
import type { CaseFinding } from '../check-cases.ts'
import { onlyFor } from './attribute-client.ts'
import type { CaseIdentity, CaseTools } from './case-tools.ts'
import { companionsOf } from './companion-requests.ts'
import { conformingIn, type JudgedCase } from './find-extent.ts'
import { isJudged } from './invariants.ts'
import type { FoundViolation } from './provisional-result.ts'
import { concludeRepetition, repeatAlone } from './repeat-alone.ts'
import { identityByClient, requestIdentity } from './request-identity.ts'
import { printedRequests, shownOf } from './rule-result.ts'
import { runCase, tryCase } from './run-case.ts'
import { usesControl } from './run-order.ts'
import { InconclusiveError } from './stop-reasons.ts'
import { caseSeed, isCostly } from './test-rule.ts'

/** A violated rule whose failure may depend on other requests. */
export interface Suspect {
  readonly rule: Rule
  readonly found: FoundViolation
}

interface Confirming extends Pick<Surface, 'credentials' | 'parameters'> {
  readonly client: Client
  readonly target: Target
  /** Milliseconds without a request before a request counts as alone: caches of up to five seconds are then empty. */
  readonly quietMs: number
  readonly stopped: () => boolean
  readonly signal: AbortSignal
  readonly seedOf: (rule: Rule) => number
  /** Tools that send over this client. */
  readonly tools: (client: Client, rule: string, which: CaseIdentity) => CaseTools
}

/** Times that a case must conform alone before other requests count as its cause; more if it is flaky. */
const TIMES = 3
const FLAKY_TIMES = 12
/** Failures for which the other requests are searched, waits for pairs, and time for cases that are repeated as a whole. */
const MOST_SEARCHED = 6
const MOST_ROUNDS = 4
/** Failures that are sent again many times. */
const MOST_REPEATED = 3
/** Other requests of a case that are sent again, if their responses were wrong as well. */
const MOST_FRESH = 8
const MOST_REPEATING_MS = 20_000
/** Other cases that are sent again although they conformed. */
const MOST_OTHERS = 4

/**
 * Send the requests of each failure again when the run sends nothing else, over new connections, as a person does who pastes the
 * printed command. Returns the failures that do not show then, with the other request that shows them if one was found.
 */
export async function confirmAlone(suspects: readonly Suspect[], by: Confirming): Promise<Map<string, FoundViolation>> {
  const results = new Map<string, FoundViolation>()
  if (suspects.length === 0) return results
  await quiet(by)
  const printed = suspects.flatMap(({ rule, found }) => {
    const requests = printedRequests(rule, found)
    return typeof requests === 'string' ? [] : [{ rule, found, reqs: requests.map(({ req }) => req) }]
  })
  const unshown: Printed[] = []
  const others: Suspect[] = suspects.filter(({ found }) => !printed.some((one) => one.found === found))
  // A request with the active key may fill a cache for others.
  for (const one of [...printed.filter(isWithoutActiveKey), ...printed.filter((one) => !isWithoutActiveKey(one))]) {
    const judgement = await judgeAlone(one, by)
    if (judgement === 'conforms') unshown.push(one)
    if (judgement === 'conforms' || (judgement === 'violates' && !isCompared(one))) continue
    const fresh = await withFreshOthers(one, by)
    const again = fresh && (await judgeAlone(fresh, by))
    if (again === 'conforms') unshown.push(fresh!)
    else if (again !== 'violates' && judgement === 'unclear') others.push(one)
  }
  const paired = await searchPairs(unshown, by)
  let searched = 0
  for (const one of unshown) {
    const isSearched = searched++ < MOST_SEARCHED
    const found =
      paired.get(one) ??
      (isSearched ? await searchContext(one, by) : undefined) ??
      (searched <= MOST_REPEATED ? await repeated(one, by) : undefined)
    results.set(one.rule.id, found ?? { ...one.found, context: 'unknown' })
  }
  const flaky = printed.filter(({ rule, found }) => found.flaky && !results.has(rule.id))
  for (const one of flaky.slice(0, MOST_REPEATED)) {
    const found = await repeated(one, by)
    if (found) results.set(one.rule.id, found)
  }
  const startedAt = Date.now()
  for (const one of others) {
    if (Date.now() - startedAt > MOST_REPEATING_MS) break
    if (await conformsAlone(one, by)) results.set(one.rule.id, { ...one.found, context: 'unknown' })
  }
  for (const { rule, found } of suspects) {
    if (results.has(rule.id)) continue
    for (const one of conformedBefore(rule, found)) {
      if (by.stopped() || Date.now() - startedAt > MOST_REPEATING_MS) return results
      if (!(await failsNow(one, rule, by))) continue
      const note = `${one.inWords ?? caseText(one.case)} conformed as request ${one.n} of the run, and failed when it was sent again at the end; ${firstFailed(found)}`
      const second = await onlyTheSecondTime(rule, found, by)
      results.set(
        rule.id,
        second
          ? { ...found, ...second, context: 'before' }
          : { ...found, violation: { ...found.violation, note }, context: 'later' },
      )
      break
    }
  }
  return results
}

/** What a cache shows from the second time on: the request of an invariant with a parameter that no other request has, sent twice. */
async function onlyTheSecondTime(rule: Rule, found: FoundViolation, by: Confirming): Promise<Shown | undefined> {
  const [last] = found.exchanges.slice(-1)
  if (rule.kind !== 'invariant' || !last || keysInRequest(last).some(isCreated)) return undefined
  const parameter = ['fresh', hexFor(by.seedOf(rule), rule.id, 8)] as const
  const req = { ...last.req, query: [...(last.req.query ?? []), parameter] }
  const [exchanges = []] = await sendTogether([req, req], 'before', rule.id, by.client).catch(noneIfStopped)
  const [first, second] = exchanges.map((x) =>
    isJudged(x, rule) && rule.applies(x, by.target) ? rule.judge(x, by.target) : undefined,
  )
  if (first || second?.kind !== 'violation') return undefined
  return { exchanges: exchanges.map(withShortBody), violation: second }
}

/** Since when, if requests are counted from the start of the run. */
function firstFailed({ exchanges, judged = [] }: FoundViolation): string {
  const failed = judged.flatMap(({ actual, n }) => (actual === undefined || n === undefined ? [] : [n]))
  return `the first request that this rule saw fail was number ${Math.min(...failed, ...exchanges.slice(-1).map(({ n }) => n))}`
}

interface Printed extends Suspect {
  /** The requests of the printed commands, the decisive one last. */
  readonly reqs: readonly Req[]
}

const isWithoutActiveKey = ({ reqs }: Printed): boolean => reqs.every(({ credential }) => credential.class !== 'active')

/** Only the responses to the active key show whether the response to a key of another company is wrong, and they may be wrong too. */
const isCompared = ({ reqs }: Printed): boolean =>
  reqs.every(({ credential }) => credential.class === 'other-company' || credential.class === 'other-tenant')

const quiet = ({ quietMs, signal }: Confirming): Promise<void> => sleep(quietMs, signal).catch(() => undefined)

/** Conforms only if it does each time. */
async function judgeAlone(one: Printed, by: Confirming): Promise<Judgement> {
  const times = one.found.flaky === undefined ? TIMES : FLAKY_TIMES
  for (let k = 0; k < times; k++) {
    const outcome = await attempt(one, one.reqs, 'before', by)
    if (outcome !== 'conforms') return typeof outcome === 'string' ? outcome : 'violates'
  }
  return 'conforms'
}

/** With new responses to the other requests of the case: those that were found may violate the rule, too. */
async function withFreshOthers(one: Printed, by: Confirming): Promise<Printed | undefined> {
  const own = new Set(one.reqs.map(requestIdentity))
  const found = one.found.exchanges.filter(({ req }) => !own.has(requestIdentity(req)))
  const reqs = [...new Map(found.map(({ req }) => [requestIdentity(req), req])).values()]
  if (reqs.length > MOST_FRESH || found.some((x) => keysInRequest(x).some(isCreated)) || by.stopped()) return undefined
  const exchanges: Exchange[] = []
  // A cache may give the response of one key to the other.
  for (const [, some] of Map.groupBy(reqs, ({ credential }) => credential.class)) {
    await quiet(by)
    const [fresh = []] = await sendTogether(some, 'before', one.rule.id, by.client).catch(noneIfStopped)
    exchanges.push(...fresh)
  }
  if (reqs.length > 0) await quiet(by)
  return { ...one, found: { ...one.found, exchanges } }
}

/** Ways to send requests together, in the order in which they are tried. */
const WAYS = ['before', 'same connection', 'concurrent'] as const
type Way = (typeof WAYS)[number]

/** The requests of a failure with another before the decisive one, that with another valid key first. */
function withCompanions({ reqs, found }: Printed, by: Confirming): Req[][] {
  const decisive = reqs.at(-1)!
  const others = found.exchanges.filter((x) => !keysInRequest(x).some(isCreated)).map(({ req }) => req)
  return companionsOf(decisive, { ...by, others }).map((req) => [...reqs.slice(0, -1), req, decisive])
}

/**
 * The failures that show after the same request with another valid key. One wait serves many: one search each, with its waits, would
 * take minutes if a shared cache violates many rules.
 */
async function searchPairs(unshown: readonly Printed[], by: Confirming): Promise<Map<Printed, FoundViolation>> {
  const rounds: { readonly one: Printed; readonly reqs: readonly Req[] }[][] = []
  for (const one of unshown) {
    const reqs = withCompanions(one, by)[0]
    // The first request of one pair must not be what shows another.
    const round = rounds.find((pairs) => reqs && pairs.every((pair) => isApart(pair.reqs, reqs)))
    if (reqs && round) round.push({ one, reqs })
    else if (reqs && rounds.length < MOST_ROUNDS) rounds.push([{ one, reqs }])
  }
  const results = new Map<Printed, FoundViolation>()
  for (const pairs of rounds) {
    await quiet(by)
    for (const { one, reqs } of pairs) {
      const [once, shown] = [await attempt(one, reqs, 'before', by), await attempt(one, reqs, 'before', by)]
      if (typeof once === 'string' || typeof shown === 'string') continue
      results.set(one, { ...one.found, ...(await ofClient(one, reqs, 'before', shown, by)), context: 'before' })
    }
  }
  return results
}

/** Whether two pairs request different resources, or begin with the same request. */
function isApart(one: readonly Req[], other: readonly Req[]): boolean {
  const [a, b] = [one, other].map((reqs) => reqs.at(-2)!) as [Req, Req]
  const urlOf = ({ path, query, absolute }: Req) => JSON.stringify([path, query ?? [], absolute])
  return urlOf(a) !== urlOf(b) || identityByClient(a) === identityByClient(b)
}

async function searchContext(one: Printed, by: Confirming): Promise<FoundViolation | undefined> {
  const companions = withCompanions(one, by)
  // The same request with another key comes first, and shows a cache only if nothing else has filled it.
  await quiet(by)
  for (const way of WAYS) {
    // One after the other, its own requests did not show it.
    for (const reqs of way === 'before' ? companions : [one.reqs, ...companions]) {
      if (typeof (await attempt(one, reqs, way, by)) === 'string') continue
      // An earlier attempt of this search may have been the cause.
      await quiet(by)
      const shown = await attempt(one, reqs, way, by)
      if (typeof shown === 'string') continue
      return { ...one.found, ...(await ofClient(one, reqs, way, shown, by)), context: way }
    }
  }
  return undefined
}

/** Names the client in the headline if the same requests by the suite's own client conform. */
async function ofClient(one: Printed, reqs: readonly Req[], way: Way, shown: Shown, by: Confirming): Promise<Shown> {
  const { client, ...found } = one.found
  if (client === undefined) return shown
  const own = new Map(reqs.map(({ client: _, ...req }, i) => [reqs[i]!, req]))
  const byOwn = { ...one, found, reqs: one.reqs.map((req) => own.get(req)!) }
  for (let k = 0; k < TIMES; k++) if ((await attempt(byOwn, [...own.values()], way, by)) !== 'conforms') return shown
  return { ...shown, violation: onlyFor(client, shown.violation, shown.exchanges) }
}

/** The failure with how often it shows when its requests are sent alone, one after the other; undefined if it does not. */
async function repeated(one: Printed, by: Confirming): Promise<FoundViolation | undefined> {
  let shown: Shown | undefined
  const repetition = await repeatAlone(async () => {
    const outcome = await attempt(one, one.reqs, 'before', by)
    if (typeof outcome === 'string') return outcome
    shown ??= outcome
    return 'violates'
  }, by.stopped)
  if (!shown || repetition.failed.length === repetition.judged) return undefined
  const { pattern, cause } = concludeRepetition(repetition)
  const { exchanges, violation } = shown
  const causes = [cause, ...(violation.causes ?? one.rule.causes)]
  const flaky = `${repetition.failed.length} of ${repetition.judged}`
  return { ...one.found, exchanges, violation: { ...violation, causes }, pattern, flaky }
}

type Shown = Pick<FoundViolation, 'exchanges' | 'violation'>

type Judgement = 'violates' | 'conforms' | 'unclear'

/** Send requests and judge the case with their responses. Returns those that violate the rule, with what is wrong with them. */
async function attempt(
  one: Printed,
  reqs: readonly Req[],
  way: Way,
  by: Confirming,
): Promise<Shown | 'conforms' | 'unclear'> {
  if (by.stopped()) return 'unclear'
  const judgements: ('conforms' | 'unclear')[] = []
  for (const exchanges of await sendTogether(reqs, way, one.rule.id, by.client).catch(noneIfStopped)) {
    const own = exchanges.filter((_, i) => one.reqs.includes(reqs[i]!))
    const judgement = await judgeWith(own, one, by)
    if (typeof judgement !== 'string') return { exchanges: exchanges.map(withShortBody), violation: judgement }
    judgements.push(judgement)
  }
  return judgements.includes('conforms') ? 'conforms' : 'unclear'
}

/** Nothing for an expected end of the run, and for a recording that lacks the requests. */
function noneIfStopped(error: unknown): Exchange[][] {
  if (error instanceof Stopped || error instanceof InconclusiveError) return []
  throw error
}

/** Exchanges in the order of the requests; several rounds if the requests are sent at the same time. */
async function sendTogether(reqs: readonly Req[], way: Way, rule: string, client: Client): Promise<Exchange[][]> {
  const slot = `alone ${rule}`
  const send = (req: Req) => client.apart((single) => single.send(req, rule, { slot }))
  if (way === 'before') return [await inOrder(reqs, send)]
  if (way === 'same connection')
    return [await client.apart((single) => inOrder(reqs, (req) => single.send(req, rule, { slot })))]
  const rounds = Array.from({ length: AT_ONCE }, () => Promise.all(interleaved(reqs).map(send)))
  return (await Promise.all(rounds)).map((exchanges) => exchanges.slice(0, reqs.length))
}

async function inOrder(reqs: readonly Req[], send: (req: Req) => Promise<Exchange>): Promise<Exchange[]> {
  const exchanges: Exchange[] = []
  for (const req of reqs) exchanges.push(await send(req))
  return exchanges
}

/** Judge the case as it was found, but with these responses to their requests. */
async function judgeWith(
  live: readonly Exchange[],
  { rule, found }: Suspect,
  by: Confirming,
): Promise<Violation | 'conforms' | 'unclear'> {
  if (rule.kind === 'invariant') {
    const x = live.at(-1)!
    if (!isJudged(x, rule)) return 'unclear'
    return judgementOf(rule.applies(x, by.target) ? rule.judge(x, by.target) : undefined, live, found)
  }
  const known = new Map<string, readonly Exchange[]>()
  for (const x of found.exchanges) for (const key of keysOf(x.req)) known.set(key, [...(known.get(key) ?? []), x])
  // Of equal requests, the last is the decisive one.
  for (const x of live) for (const key of keysOf(x.req)) known.set(key, [...(known.get(key)?.slice(0, -1) ?? []), x])
  const tools = by.tools(answering(known, by.client), rule.id, identityOf({ rule, found }, by))
  const { finding } = await tryCase(rule as Trial<unknown, unknown>, found.counterexample, by.target, tools)
  return judgementOf(finding, live, found)
}

/** A violation by responses that were found before says nothing about these. Another status than that which was shown does. */
function judgementOf(
  finding: CaseFinding | undefined,
  live: readonly Exchange[],
  found: FoundViolation,
): Violation | 'conforms' | 'unclear' {
  if (finding === undefined) return 'conforms'
  const decisive = finding.kind === 'violation' ? finding.show?.at(-1) : undefined
  const isByThese = decisive === undefined || live.some(({ n }) => n === decisive.n)
  if (finding.kind === 'violation' && isByThese) return finding
  const now = live.at(-1)!
  const shown = shownOf(found).findLast(({ req }) => requestIdentity(req) === requestIdentity(now.req))
  return shown && isJudged(now, {}) && shown.response?.status !== now.response?.status ? 'conforms' : 'unclear'
}

const identityOf = ({ rule, found }: Suspect, { seedOf }: Confirming): CaseIdentity => ({
  seed: caseSeed({ seed: seedOf(rule) }, found.counterexample),
  client: found.client ?? OWN_CLIENT,
  onlyClient: true,
  again: true,
})

/** Of a request as one client sends it, and as any client does: a baseline request may have been sent by another one. */
function keysOf(req: Req): readonly [exact: string, any: string] {
  return [identityByClient(req), requestIdentity(req)]
}

/** A client that sends nothing and responds to each request with these exchanges in turn, then with the last. */
function answering(known: ReadonlyMap<string, readonly Exchange[]>, client: Client): Client {
  const counts = new Map<string, number>()
  const self: Client = {
    ...client,
    async send(req) {
      const [exact, any] = keysOf(req)
      const key = known.has(exact) ? exact : any
      const count = counts.get(key) ?? 0
      counts.set(key, count + 1)
      const exchanges = known.get(key)
      const x = exchanges?.[count] ?? exchanges?.at(-1)
      if (!x) throw new InconclusiveError('the case sends another request')
      return { ...x, req }
    },
    reserve: () => undefined,
    alone: () => self,
    apart: (work) => work(self),
  }
  return self
}

/** Cases of a failing rule that conformed when the run sent them: those like the failing one, which are shown, and some others. */
function conformedBefore(rule: Rule, { counterexample, judged = [], flaky }: FoundViolation): JudgedCase[] {
  if (flaky || (rule.kind === 'trial' && isCostly(rule))) return []
  const [like, others] = conformingIn(counterexample, judged)
  const step = Math.max(1, Math.floor(others.length / MOST_OTHERS))
  const some = others.filter((_, k) => k % step === 0).slice(0, MOST_OTHERS)
  return [...like, ...some].filter(({ n }) => n !== undefined)
}

/** Whether a case that conformed fails twice in a row when it is sent again as it was. */
async function failsNow({ case: c, req }: JudgedCase, rule: Rule, by: Confirming): Promise<boolean> {
  const seed = caseSeed({ seed: by.seedOf(rule) }, c)
  const find = async (client: Client) => {
    if (rule.kind === 'trial') {
      const tools = () => by.tools(client, rule.id, { seed, client: clientFor(seed), again: true })
      return (await runCase(rule, c, by.target, tools)).finding
    }
    if (rule.kind !== 'invariant' || !req) return undefined
    const x = await client.send(req, rule.id, { slot: `alone ${rule.id}` })
    return isJudged(x, rule) && rule.applies(x, by.target) ? rule.judge(x, by.target) : undefined
  }
  const fails = async () => !by.stopped() && (await by.client.apart(find, AT_ONCE))?.kind === 'violation'
  // The first one may only fill a cache again.
  await fails()
  return (await fails()) && fails()
}

/** Whether a case without a command conforms when it is repeated as a whole. */
async function conformsAlone(one: Suspect, by: Confirming): Promise<boolean> {
  const { rule, found } = one
  if (rule.kind !== 'trial') return false
  const repeat = (client: Client) =>
    runCase(rule, found.counterexample, by.target, () => by.tools(client, rule.id, identityOf(one, by)))
  for (let k = 0; k < (usesControl(rule) ? 1 : TIMES); k++) {
    if (by.stopped()) return false
    const { finding } = await by.client.apart(repeat, AT_ONCE)
    if (finding !== undefined) return false
  }
  return true
}
