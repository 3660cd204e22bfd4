import { AT_ONCE } from '../../core/at-once.ts'
import { caseText } from '../../core/case-text.ts'
import { type Exchange, isSuccess, type Req } from '../../core/exchange.ts'
import { isCreated, keysInRequest } from '../../core/keys-in-request.ts'
import { type Rule, withShortBody } from '../../core/rule.ts'
import { sleep } from '../../core/sleep.ts'
import { withUnseen } from '../../core/unseen-query.ts'
import type { Client } from '../../http/client.ts'
import { clientFor } from '../../http/client-profile.ts'
import { isTenancy } from '../../judge/correlate-failures.ts'
import {
  attempt,
  type Confirming,
  identityOf,
  type Judgement,
  noneIfStopped,
  type Printed,
  type Shown,
  type Suspect,
  sendTogether,
  WAYS,
  type Way,
} from './attempt-alone.ts'
import { onlyFor } from './attribute-client.ts'
import { companionsOf } from './companion-requests.ts'
import { conformingIn, type JudgedCase } from './find-extent.ts'
import { isCostly } from './further-cases.ts'
import { isJudged } from './invariants.ts'
import type { FoundViolation } from './provisional-result.ts'
import { concludeRepetition, repeatAlone } from './repeat-alone.ts'
import { identityByClient, requestIdentity } from './request-identity.ts'
import { printedRequests } from './rule-result.ts'
import { runCase } from './run-case.ts'
import { usesControl } from './run-order.ts'
import { caseSeed } from './test-rule.ts'

/** Times that a case must conform alone before other requests count as its cause; more if it is flaky. */
const TIMES = 3
const FLAKY_TIMES = 12
/** Failures for which the other requests are searched, waits for pairs, and time for cases that are repeated as a whole. */
const MOST_SEARCHED = 6
const MOST_ROUNDS = 4
/** Failures for which the run finds out what is kept of another request. */
const MOST_ASKED = 3
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
    results.set(one.rule.id, found ? await withoutHeaders(found, one, by) : { ...one.found, context: 'unknown' })
  }
  let asked = 0
  // A cross-tenant read leads the others.
  for (const one of unshown.toSorted((a, b) => Number(isTenancy(b.rule)) - Number(isTenancy(a.rule)))) {
    const found = results.get(one.rule.id)!
    if (found.context !== 'before' || found.exchanges.length < 2) continue
    const kept = await whatIsKept(one, [found.exchanges.at(-2)!, found.exchanges.at(-1)!], by)
    if (kept) results.set(one.rule.id, { ...found, kept })
    if (++asked === MOST_ASKED) break
  }
  const flaky = printed.filter(({ rule, found }) => found.flaky && !results.has(rule.id))
  for (const one of flaky.slice(0, MOST_REPEATED)) {
    const found = (await onlyAfterOthers(one, by)) ?? (await repeated(one, by))
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
      if (second) results.set(rule.id, { ...found, ...second, context: 'before' })
      // Otherwise the list that it reads may be another one since.
      else if (!by.changedData || !found.exchanges.slice(-1).every(isSuccess))
        results.set(rule.id, { ...found, violation: { ...found.violation, note }, context: 'later' })
      break
    }
  }
  return results
}

/** What a cache shows from the second time on: the request of an invariant with a parameter that no other request has, sent twice. */
async function onlyTheSecondTime(rule: Rule, found: FoundViolation, by: Confirming): Promise<Shown | undefined> {
  const [last] = found.exchanges.slice(-1)
  if (rule.kind !== 'invariant' || !last || keysInRequest(last).some(isCreated)) return undefined
  const req = withUnseen(last.req, by.seedOf(rule), `second ${rule.id}`)
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

/** Whether the request with another key may be for another page: then a decision is kept, and not its response. */
async function whatIsKept(
  one: Printed,
  [{ req: other }, last]: readonly [Exchange, Exchange],
  by: Confirming,
): Promise<FoundViolation['kept']> {
  const decisive = one.reqs.at(-1)!
  if (other.credential.class === decisive.credential.class || by.stopped()) return undefined
  const otherPage = [...(other.query ?? []).filter(([name]) => name !== 'page'), ['page', '2'] as const]
  const before = { ...other, query: otherPage }
  await quiet(by)
  const shown = await attempt(one, [...one.reqs.slice(0, -1), before, decisive], 'before', by)
  if (shown !== 'unclear') return shown === 'conforms' ? 'response' : 'decision'
  // The other responses that it was judged by may be wrong as well.
  await quiet(by)
  const [sent] = await sendTogether([before, last.req], 'before', one.rule.id, by.client).catch(noneIfStopped)
  return sent && (isAlike(sent.at(-1)!, last) ? 'decision' : 'response')
}

const isAlike = (x: Exchange, shown: Exchange): boolean =>
  x.response?.status === shown.response?.status && withShortBody(x).response?.text === shown.response?.text

async function searchContext(found: Printed, by: Confirming): Promise<FoundViolation | undefined> {
  const companions = withCompanions(found, by)
  const one = found.found.flaky === undefined ? found : withoutFound(found, found.reqs)
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

/** Without the further headers of its requests, if the decisive response is the same without them. */
async function withoutHeaders(found: FoundViolation, { rule }: Printed, by: Confirming): Promise<FoundViolation> {
  const { context, exchanges, violation } = found
  const last = exchanges.at(-1)
  const isOrdered = context === 'before' || context === 'same connection'
  if (!isOrdered || !last?.req.headers?.length || by.stopped()) return found
  const reqs = exchanges.map(({ req: { headers: _, ...req } }) => req)
  const [sent = []] = await sendTogether(reqs, context, rule.id, by.client).catch(noneIfStopped)
  const plain = sent.map(withShortBody)
  if (plain.length === 0 || !isAlike(plain.at(-1)!, last)) return found
  const headline = violation.headline?.replace(`, with ${last.req.headers.map(([name]) => name).join(', ')}`, '')
  return { ...found, exchanges: plain, violation: { ...violation, ...(headline && { headline }) } }
}

/** By the suite's own client, if its requests show it, too. Names the client in the headline if they conform. */
async function ofClient(
  one: Printed,
  reqs: readonly Req[],
  way: Way,
  shown: Shown,
  by: Confirming,
): Promise<Shown & { readonly client?: string | undefined }> {
  const { client, ...found } = one.found
  if (client === undefined) return shown
  const own = new Map(reqs.map(({ client: _, ...req }, i) => [reqs[i]!, req]))
  const byOwn = { ...one, found, reqs: one.reqs.map((req) => own.get(req)!) }
  for (let k = 0; k < TIMES; k++) {
    const plain = await attempt(byOwn, [...own.values()], way, by)
    if (plain === 'unclear') return shown
    if (plain !== 'conforms') return { ...plain, client: undefined }
  }
  return { ...shown, violation: onlyFor(client, shown.violation, shown.exchanges) }
}

/** A case without the responses to these requests that were found, which new ones replace. */
function withoutFound(one: Printed, reqs: readonly Req[]): Printed {
  const own = new Set(reqs.map(requestIdentity))
  const exchanges = one.found.exchanges.filter(({ req }) => !own.has(requestIdentity(req)))
  return { ...one, found: { ...one.found, exchanges } }
}

/** A flaky failure whose last request conforms alone, each time, and violates the rule right after the other ones. */
async function onlyAfterOthers(one: Printed, by: Confirming): Promise<FoundViolation | undefined> {
  const { found, reqs } = one
  const decisive = reqs.at(-1)!
  if (reqs.length < 2 || found.context) return undefined
  let shown: Shown | undefined
  for (let k = 0; k < TIMES; k++) {
    const alone = await attempt({ ...withoutFound(one, [decisive]), reqs: [decisive] }, [decisive], 'before', by)
    const after = await attempt(withoutFound(one, reqs), reqs, 'before', by)
    if (alone !== 'conforms' || typeof after === 'string') return undefined
    shown = after
  }
  const { flaky: _, ...steady } = found
  return { ...steady, ...shown!, context: 'before' }
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

/** Cases of a failing rule that conformed when the run sent them: those like the failing one, which are shown, and some others. */
function conformedBefore(rule: Rule, { counterexample, judged = [], flaky }: FoundViolation): JudgedCase[] {
  if (flaky || (rule.kind === 'trial' && isCostly(rule))) return []
  const [like, others] = conformingIn(counterexample, judged)
  const step = Math.max(1, Math.floor(others.length / MOST_OTHERS))
  const some = others.filter((_, k) => k % step === 0).slice(0, MOST_OTHERS)
  return [...like, ...some].filter(({ n }) => n !== undefined)
}

/** Whether a case that conformed fails twice in a row when it is sent again as it was. */
async function failsNow({ case: c, req, sent = [] }: JudgedCase, rule: Rule, by: Confirming): Promise<boolean> {
  const seed = caseSeed({ seed: by.seedOf(rule) }, c)
  const find = async (client: Client) => {
    if (rule.kind === 'trial') {
      const tools = () => by.tools(client, rule.id, { seed, client: clientFor(seed), again: true })
      const run = await runCase(rule, c, by.target, tools)
      const decisive = (run.finding?.kind === 'violation' && run.finding.show?.at(-1)) || run.sent.at(-1)
      // What it had not sent then is no sign of a change.
      return decisive && sent.includes(requestIdentity(decisive.req)) ? run.finding : undefined
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
