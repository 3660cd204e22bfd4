import { caseText } from '../../core/case-text.ts'
import {
  type Credential,
  type CredentialClass,
  type Exchange,
  isSuccess,
  isTransient,
  type Req,
} from '../../core/exchange.ts'
import type { Json } from '../../core/json.ts'
import { inApiKey, inBearer, whole, withoutScheme } from '../../core/key-format.ts'
import { isCreated, keysInRequest } from '../../core/keys-in-request.ts'
import { queryText } from '../../core/request-text.ts'
import {
  type Finding,
  type Invariant,
  type RequestCases,
  type Rule,
  unclear,
  type Violation,
  withShortBodies,
  withShortBody,
} from '../../core/rule.ts'
import type { Target } from '../../core/target.ts'
import { OWN_CLIENT } from '../../http/client-profile.ts'
import { memoizeLast } from '../../judge/memoize-last.ts'
import { type Round, shrink } from '../check-cases.ts'
import {
  asSentBy,
  attributeClient,
  attributeProperty,
  extentOfClient,
  inOrderSent,
  onlyFor,
  onlyWithHeader,
} from './attribute-client.ts'
import type { RuleContext } from './case-tools.ts'
import { isOfStatus, type JudgedCase } from './find-extent.ts'
import { allFail, findPattern, traitsOf } from './find-pattern.ts'
import type { FoundViolation, ProvisionalResult } from './provisional-result.ts'
import { shortReason } from './run-case.ts'

const traits = memoizeLast(traitsOf)

/** Requests with another key or response each that are sent again with what matters of a client. */
const MOST_LIKE = 8
/** Requests of each kind that are kept, to show how far a failure extends. */
const MAX_REQUESTS = 1000

export type InvariantRule = Rule & Invariant

/** What one invariant has judged so far. */
export interface Seen {
  judged: number
  broken: number
  /** The smallest exchange that violates it; failures take precedence over warnings. */
  worst?: { readonly exchange: Exchange; readonly violation: Violation }
  /** Some of the requests that were judged, with what was wrong. */
  readonly failing: (Judged & { readonly actual: string })[]
  readonly conforming: Judged[]
  /** Error thrown by the judge: a bug in the suite. */
  crash?: unknown
}

interface Judged {
  readonly n: number
  readonly req: Req
  /** What may separate it from others: see `findPattern`. */
  readonly traits: readonly string[]
  /** The status of an error. */
  readonly seen?: string
}

export interface InvariantWatch {
  /** Judges an exchange by every invariant that applies, on arrival, so that no exchange has to be kept. */
  see(x: Exchange): void
  of(id: string): Seen
}

export function createInvariantWatch(rules: readonly InvariantRule[], target: () => Target): InvariantWatch {
  const seen = new Map(rules.map((rule) => [rule.id, { judged: 0, broken: 0, failing: [], conforming: [] } as Seen]))
  return {
    see(x) {
      for (const rule of rules) if (isJudged(x, rule)) judge(rule, x, target(), seen.get(rule.id)!)
    },
    of: (id) => seen.get(id)!,
  }
}

/** Keys to which a success is no failure of another rule. */
const VALID: readonly CredentialClass[] = ['active', 'other-company', 'other-tenant']

/** Whether the invariant judges such exchanges. What a key reads that should be refused need not be a page. */
export const isJudged = (x: Exchange, { everywhere }: Pick<Invariant, 'everywhere'>): boolean =>
  x.response !== undefined &&
  (everywhere || !(x.req.outside || (isSuccess(x) && !VALID.includes(x.req.credential.class)))) &&
  !x.response.cut &&
  !isTransient(x.response.status)

function judge(rule: InvariantRule, x: Exchange, target: Target, seen: Seen): void {
  try {
    if (!rule.applies(x, target)) return
    seen.judged++
    const finding = rule.judge(x, target)
    if (finding?.kind !== 'violation') {
      const isEvidence = finding === undefined && (rule.isEvidence?.(x) ?? true)
      if (isEvidence && seen.conforming.length < MAX_REQUESTS) {
        const { status } = x.response!
        seen.conforming.push({ n: x.n, req: x.req, traits: traits(x), ...(status >= 400 && { seen: String(status) }) })
      }
      return
    }
    seen.broken++
    if (seen.failing.length < MAX_REQUESTS)
      seen.failing.push({ n: x.n, req: x.req, traits: traits(x), actual: finding.actual })
    if (!seen.worst || isWorse(x, finding, seen.worst))
      seen.worst = { exchange: withShortBody(x), violation: withShortBodies(finding) }
  } catch (error) {
    seen.crash ??= error
  }
}

/** A failure is worse than a warning; otherwise the smaller exchange is. Arrival order is random and must not matter. */
function isWorse(x: Exchange, { warning = false }: Violation, worst: NonNullable<Seen['worst']>): boolean {
  const { warning: worstIsWarning = false } = worst.violation
  if (warning !== worstIsWarning) return worstIsWarning
  const difference = size(x) - size(worst.exchange)
  return difference < 0 || (difference === 0 && requestText(x) < requestText(worst.exchange))
}

const requestText = ({ req }: Exchange): string => JSON.stringify([req.path, req.query, req.credential, req.headers])

const USUAL_NAMES = ['X-Api-Key', 'Authorization']

/** Size for shrinking: number of parameters, headers and unusual credentials, then length; Bearer is longer than X-Api-Key. */
export function size({ req }: Pick<Exchange, 'req'>): number {
  const { headers, note, form, class: name } = req.credential
  const isOddName = headers.some(([name]) => !USUAL_NAMES.includes(name))
  const isUnusual = isOddName || note !== undefined || (name !== 'active' && name !== 'missing')
  const parts =
    (req.query?.length ?? 0) + (req.client ? 1 : 0) + (req.headers?.length ?? 0) + headers.length + (isUnusual ? 1 : 0)
  const characters = (req.query ?? []).join().length + req.path.length + (form === 'bearer' ? 1 : 0)
  return parts * 1000 + characters
}

/** `the no-scope key`: its note where it has one, as of a rule. */
const SUPPLIED = /^the (\S+) key$/

/** The request of an exchange as a counterexample: method, path, query, headers, and any credential but the active key in X-Api-Key. */
export function requestAsCase({ req }: Pick<Exchange, 'req'>): Json {
  const shown = (value: unknown) => (typeof value === 'string' ? value : '****')
  // A repeated parameter has all its values, in order.
  const named = (pairs: NonNullable<Req['query'] | Req['headers']> = []) =>
    Object.fromEntries(
      [...Map.groupBy(pairs, ([name]) => name)].map(([name, all]) => {
        const [first, ...others] = all.map(([, value]) => shown(value))
        return [name, others.length > 0 ? [first!, ...others] : first!]
      }),
    )
  return {
    request: `${req.method ?? 'GET'} ${req.path}`,
    ...named(req.query),
    ...(req.headers?.length && { headers: named(req.headers) }),
    ...(req.credential.form === 'bearer' && { via: 'Bearer' }),
    ...(req.credential.class !== 'active' && {
      credential: (req.credential.note ?? req.credential.class).replace(SUPPLIED, '$1'),
    }),
  }
}

/** The cases that invariants share, and the case of each exchange, so that a failing one can shrink. */
export interface Sweep {
  readonly cases: RequestCases<unknown>
  readonly bench: RuleContext
  readonly indexOf: Map<number, number>
  readonly all: readonly unknown[]
  readonly boundaries: number
  /** Input for the next round. */
  readonly round: Round
  /** Set if not all cases were tried. */
  readonly open?: ProvisionalResult
}

/** Repeat the failing exchange of an invariant, whichever rule sent it, and shrink its request while it fails. */
export async function shrinkSweep(
  rule: InvariantRule,
  { judged: all, broken: wrong, worst, failing, conforming }: Seen,
  bench: RuleContext,
  sweeps: readonly Sweep[],
): Promise<FoundViolation> {
  const { exchange, violation } = worst!
  const source = sweeps.find(({ indexOf }) => indexOf.has(exchange.n))
  const cases = source?.cases ?? { first: [], count: [1, 1, 1] as const, request: () => exchange.req }
  const index = source?.indexOf.get(exchange.n) ?? 0
  const probe = createProbe(rule, { exchange, violation }, bench)
  const check = (c: unknown) => probe.check(cases.request(c, bench.target))
  const first = { case: source?.all[index], violation }
  const seed = source?.bench.seed ?? bench.seed
  const found = await shrink({ ...bench, seed, cases, check }, first, index, source?.boundaries ?? 1)
  const { flaky, path } = found
  const conformed = new Set<string>()
  const stillFails = async (req: Req) => {
    const finding = bench.stopped() ? unclear('') : await probe.check(req)
    // What the rule does not judge has not conformed.
    if (finding === undefined && probe.isJudged()) conformed.add(queryText(req.query ?? []))
    return finding?.kind === 'violation'
  }
  if (!flaky)
    await shrinkRequest(probe.last().exchange.req, stillFails, inApiKey(whole(bench.target.keys.active), 'active'))
  const { outcome, client, isCause } = await attribute(probe, bench)
  const { exchange: last } = outcome
  const broken = inOrderSent(outcome.violation, [last])
  const sender = cases === rule.cases ? rule.id : exchange.rule
  const about = ({ n, req }: Judged) => ({ case: requestAsCase({ req }), n, req })
  const atOthers =
    flaky || isCause || bench.stopped()
      ? []
      : await elsewhere(last.req, [...failing, ...conforming], bench.target, probe.check)
  const bySame =
    isCause && !flaky && !bench.stopped() ? await withClient(client, [...conforming, ...failing], probe) : []
  const seen = new Set(conforming.map((one) => caseText(requestAsCase(one))))
  const judged = isCause
    ? [...(await extentOfClient(client, [last], (one) => probe.check({ ...last.req, client: one }))), ...bySame]
    : [
        ...atOthers.filter((one) => one.actual !== undefined || !seen.has(caseText(one.case))),
        ...failing.map((one) => ({ ...about(one), actual: one.actual })),
        ...conforming.map((one) => ({ ...about(one), seen: one.seen })),
      ]
  const pattern =
    together(last.req, conformed) ??
    // The client is what separates them.
    (isCause
      ? undefined
      : findPattern(
          failing.map((one) => one.traits),
          conforming.map((one) => one.traits),
          isOfStatus(violation.expected) ? violation.actual : violation.actual.replace(/^\d{3} with /, ''),
        )) ??
    beginning(last.req, conformed) ??
    (flaky || isCause ? undefined : allFail(failing, conforming)) ??
    (flaky && `${wrong} of ${all} responses that the rule judged were wrong, about one in ${Math.round(all / wrong)}`)
  const causes = pattern && OF_ANOTHER.test(pattern) ? [BY_KEY, ...(broken.causes ?? rule.causes)] : broken.causes
  const explained = { ...broken, ...(causes && { causes }) }
  return {
    violation: isCause
      ? onlyFor(client, broken, [last])
      : flaky || bench.stopped()
        ? explained
        : onlyWithHeader(explained, last),
    ...(client !== OWN_CLIENT && { client }),
    exchanges: [last],
    steps: [],
    counterexample: requestAsCase(last),
    judged,
    ...(pattern && { pattern }),
    request: last.req,
    origin: { rule: sender, ...(source ? { path, case: found.case as Json } : { path: 'all' }) },
    path: source ? path : `seen:${exchange.n}`,
    ...(flaky && { flaky }),
  }
}

/** A pattern of the key of the other tenant or company. */
const OF_ANOTHER = /: another \w+'s key$/
const BY_KEY = 'it depends on the key, or on whose it is: a setting, an experiment or a release that not all have'

/** The request by the other header of variant A; a credential that is not the active key also at the other endpoints that the run requested. */
async function elsewhere(
  req: Req,
  seen: readonly Judged[],
  { variant }: Target,
  check: (req: Req) => Promise<Finding | undefined>,
): Promise<JudgedCase[]> {
  const { class: about, note, headers, form } = req.credential
  const [header, ...more] = headers
  const text = variant === 'a' && header !== undefined && more.length === 0 ? header[1] : undefined
  const key = form === 'bearer' ? withoutScheme(text) : undefined
  const credentials = [
    ...(form === 'x-api-key' && text !== undefined ? [inBearer(text, about, note)] : []),
    ...(key !== undefined ? [inApiKey(key, about, note)] : []),
  ]
  const judged: JudgedCase[] = []
  for (const other of [...credentials.map((one) => ({ ...req, credential: one })), ...atOtherEndpoints(req, seen)]) {
    const found = await check(other)
    const one = { case: requestAsCase({ req: other }), req: other }
    if (found === undefined) judged.push(one)
    else if (found.kind === 'violation') judged.push({ ...one, actual: found.actual, expected: found.expected })
  }
  return judged
}

/** Other kinds of requests, by key and status, with the client or the header that matters: how far the failure extends. */
async function withClient(
  client: string,
  seen: readonly Judged[],
  { check, status, isJudged }: ReturnType<typeof createProbe>,
): Promise<JudgedCase[]> {
  const kindOf = ({ req, traits }: Judged) =>
    `${req.credential.class} ${traits.find((trait) => trait.startsWith('status '))}`
  const plain = seen
    .filter(
      ({ req }) =>
        req.credential.form !== 'other' && !keysInRequest({ url: '', headers: req.credential.headers }).some(isCreated),
    )
    .toSorted((one, other) => size(one) - size(other))
  const kinds = new Map(plain.toReversed().map((one) => [kindOf(one), one]))
  const judged: JudgedCase[] = []
  for (const { req: other } of [...kinds.values()].toReversed().slice(0, MOST_LIKE)) {
    const req = { ...other, client }
    const found = await check(req)
    if (found?.kind === 'unclear' || !isJudged()) continue
    const text = `${caseText(requestAsCase({ req }))}, ${asSentBy(client)}`
    judged.push({
      ...{ case: { request: text }, req, inWords: text },
      ...(found ? { actual: found.actual, expected: found.expected } : { seen: String(status()) }),
    })
  }
  return judged
}

function atOtherEndpoints({ query: _, ...req }: Req, seen: readonly Judged[]): Req[] {
  if (req.credential.class === 'active' || req.endpoint === null) return []
  const plain = seen.filter(({ req: { endpoint, query, open } }) => endpoint !== null && !open && !query?.length)
  const others = new Map(plain.map((one) => [one.req.endpoint, one.req.path]))
  others.delete(req.endpoint)
  return [...others].map(([endpoint, path]) => ({ ...req, endpoint, path }))
}

/** Where each parameter of a shrunk request is needed. `conformed`: queries that conformed while it was shrunk. */
function together({ query = [] }: Req, conformed: ReadonlySet<string>): string | undefined {
  const isNeeded = query.every((_, i) => conformed.has(queryText(query.toSpliced(i, 1))))
  if (query.length < 2 || !isNeeded) return undefined
  return `it takes ${query.map((one) => queryText([one])).join(' and ')} together: without one of them, the request conforms`
}

/** The number of a shrunk request from which it fails. */
function beginning({ query = [] }: Req, conformed: ReadonlySet<string>): string | undefined {
  for (const [i, [name, value]] of query.entries()) {
    const before = [name, String((numberIn(value) ?? 0n) - 1n)] as const
    if (conformed.has(queryText(query.with(i, before))))
      return `it begins with ${queryText([[name, value]])}: with ${queryText([before])}, the request conforms`
  }
  return undefined
}

/** Find out whether the client of the smallest failing request matters. */
async function attribute({ last, check }: ReturnType<typeof createProbe>, bench: RuleContext) {
  const failed = last()
  const { client = OWN_CLIENT, ...req } = failed.exchange.req
  if (bench.client !== undefined || bench.stopped()) return { outcome: failed, client, isCause: false }
  const repeat = async (client: string) => {
    const found = await check({ ...req, client })
    return { ...last(), found }
  }
  const resultOf = ({ found }: { readonly found?: Finding }) =>
    found ? (found.kind === 'violation' ? 'fails' : 'unclear') : 'conforms'
  const attributed = await attributeClient<typeof failed & { readonly found?: Finding }>(
    failed,
    client,
    repeat,
    resultOf,
  )
  return attributeProperty(attributed, repeat, resultOf)
}

type Worst = NonNullable<Seen['worst']>

/** Judge responses by the rule and keep the last violation. A failure does not shrink to a warning. */
function createProbe(rule: InvariantRule, first: Worst, { target, tools, seed }: RuleContext) {
  let last: { exchange: Exchange; violation: Violation } = first
  let applies = false
  let status: number | undefined
  return {
    last: () => last,
    /** Of the last response. */
    status: () => status,
    /** Whether the rule judges the last response. */
    isJudged: () => applies,
    async check(req: Req) {
      try {
        const exchange = await tools({ seed, client: first.exchange.req.client }).get(req)
        status = exchange.response?.status
        applies = exchange.response !== undefined && rule.applies(exchange, target)
        const found = applies ? rule.judge(exchange, target) : undefined
        if (found?.kind !== 'violation' || (found.warning && !first.violation.warning)) return undefined
        last = { exchange: withShortBody(exchange), violation: withShortBodies(found) }
        return found
      } catch (error) {
        return unclear(shortReason(error))
      }
    },
  }
}

/** Low, because every attempt sends a request to a real deployment. */
const MAX_TRIES = 40

type Query = NonNullable<Req['query']>

/**
 * Shrink a request while `isBroken` holds: send the active key in place of another company's, drop headers and parameters, reduce
 * numbers, send the key in X-Api-Key. If the original is a documented request, so is every attempt: a page before an existing page exists.
 */
export async function shrinkRequest(
  req: Req,
  isBroken: (req: Req) => Promise<boolean>,
  active?: Credential,
): Promise<Req> {
  let smallest = req
  let tries = 0
  const stillFails = async (smaller: Req): Promise<boolean> => {
    if (tries++ >= MAX_TRIES || !(await isBroken(smaller))) return false
    smallest = smaller
    return true
  }
  // With another company's key, it looks like a fault of tenancy.
  if (active && isOfAnother(req.credential)) await stillFails({ ...req, credential: active })
  await dropHeaders(() => smallest, stillFails)
  const plain = inPrimaryHeader(smallest)
  if (plain) await stillFails(plain)
  await dropParameters(() => smallest, stillFails)
  for (const [index] of (smallest.query ?? []).entries()) await reduceNumber(() => smallest, index, stillFails)
  // A parameter that mattered next to a large number may now be droppable.
  await dropParameters(() => smallest, stillFails)
  return smallest
}

const isOfAnother = ({ class: about, note }: Credential): boolean =>
  note === undefined && (about === 'other-company' || about === 'other-tenant')

type StillFails = (req: Req) => Promise<boolean>

/** The request with its key in X-Api-Key; undefined unless an unchanged key is sent as Bearer. */
function inPrimaryHeader(req: Req): Req | undefined {
  const { class: about, note, headers } = req.credential
  const key = withoutScheme(headers[0]?.[1])
  if (key === undefined || typeof key === 'string' || note !== undefined || headers.length > 1) return undefined
  return { ...req, credential: inApiKey(key, about) }
}

/** All at once, or else one by one. */
async function dropHeaders(smallest: () => Req, stillFails: StillFails): Promise<void> {
  const { headers = [] } = smallest()
  if (headers.length === 0 || (await stillFails(without(smallest(), 'headers')))) return
  for (const one of headers) {
    const others = smallest().headers!.filter((other) => other !== one)
    if (others.length > 0) await stillFails({ ...smallest(), headers: others })
  }
}

async function dropParameters(smallest: () => Req, stillFails: StillFails): Promise<void> {
  for (let index = (smallest().query?.length ?? 0) - 1; index >= 0; index--) {
    const { query = [] } = smallest()
    if (canDrop(query, index)) await stillFails(withQuery(smallest(), query.toSpliced(index, 1)))
  }
}

/** A number cannot be dropped from a later page: with a larger default page size, that page may not exist. */
function canDrop(query: Query, index: number): boolean {
  const [name] = query[index]!
  const isPaged = query.some(([other, value]) => other === 'page' && (numberIn(value) ?? 0n) > 1n)
  return name === 'page' || !isPaged || numberIn(query[index]![1]) === undefined
}

/** Find the smallest failing value of a number by binary search. */
async function reduceNumber(smallest: () => Req, index: number, stillFails: StillFails): Promise<void> {
  const { query = [] } = smallest()
  const value = numberIn(query[index]![1])
  if (value === undefined || value <= 1n) return
  const at = (n: bigint) => withQuery(smallest(), query.with(index, [query[index]![0], String(n)]))
  let [passing, failing] = [1n, value]
  if (await stillFails(at(1n))) return
  while (failing - passing > 1n) {
    const middle = (passing + failing) / 2n
    if (await stillFails(at(middle))) failing = middle
    else passing = middle
  }
}

const numberIn = (value: Query[number][1]): bigint | undefined =>
  typeof value === 'string' && /^\d{1,19}$/.test(value) ? BigInt(value) : undefined

const withQuery = (req: Req, query: Query): Req => (query.length > 0 ? { ...req, query } : without(req, 'query'))

function without<Name extends keyof Req>(req: Req, name: Name): Req {
  const { [name]: _, ...rest } = req
  return rest as Req
}
