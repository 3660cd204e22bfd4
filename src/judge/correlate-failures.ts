import { isBroken, type RuleResult, type WrittenExchange } from '../core/results.ts'
import { AT_OTHER_URL } from '../core/unseen-query.ts'
import { ENDS } from './likely-cause.ts'
import { COUNT_OR_LIST } from './page-arithmetic.ts'

/** For each rule, the rules whose violation shows in it as well, without blocking it. */
type Consequences = ReadonlyMap<string, readonly string[]>

/**
 * Link each violated rule to the violated rule that a reader should look at first, by facts only: the catalogue says that one judges by
 * what the other tests, both received the same response, both accept what one check refuses, the same header shows both, or both show only with other requests. Names for
 * each the rules that it blocks or leads.
 */
export function correlateFailures(rules: readonly RuleResult[], followsOf: Consequences): RuleResult[] {
  const blockedBy = (id: string) => rules.filter((rule) => rule.blockedBy === id)
  const broken = rules.filter(({ status }) => isBroken(status))
  const isImplied = ({ level }: RuleResult) => Number(level === 'implied')
  const byReach = broken.toSorted(
    (one, other) =>
      severity(one) - severity(other) ||
      Number(isNeverRefused(other)) - Number(isNeverRefused(one)) ||
      blockedBy(other.id).length - blockedBy(one.id).length ||
      isImplied(one) - isImplied(other) ||
      Number(isWithoutRecords(one)) - Number(isWithoutRecords(other)),
  )
  const leaders = new Map<string, Leader>()
  // What leads a leader leads all that it leads.
  const rootOf = (id: string): string => (leaders.has(id) ? rootOf(leaders.get(id)!.rule) : id)
  const headsOf = (rule: RuleResult) =>
    byReach.filter((head) => head !== rule && severity(head) <= severity(rule) && mayLead(head, rule))
  for (const [context, rules] of Map.groupBy(broken.filter(needsOthers), ({ failure }) => failure!.context)) {
    const [head, ...others] = rules.toSorted(
      (one, other) =>
        severity(one) - severity(other) ||
        Number(isTenancy(other)) - Number(isTenancy(one)) ||
        byReach.indexOf(one) - byReach.indexOf(other),
    )
    // A race may not show again in the few requests that are sent to find it.
    const unfound = context === 'concurrent' ? broken.filter(({ failure }) => failure!.context === 'unknown') : []
    const outdated = context === 'before' ? broken.filter(readsAChange) : []
    for (const { id } of [...others, ...unfound, ...outdated].filter(
      (rule) => rule !== head && (mayLead(head!, rule) || (unfound.includes(rule) && isOfAuth(head!))),
    ))
      leaders.set(id, { rule: head!.id, because: 'same-context' })
  }
  const cache = byReach.find((rule) => isTenancy(rule) && isByUrl(rule))
  for (const rule of cache ? broken.filter((rule) => isByUrl(rule) || rule.failure!.context === 'unknown') : [])
    if (rule !== cache && rootOf(cache!.id) !== rule.id && mayLead(cache!, rule))
      leaders.set(rule.id, { rule: cache!.id, because: 'same-context' })
  for (const head of broken.filter(({ note }) => note === COUNT_OR_LIST))
    for (const rule of broken)
      if (
        rule !== head &&
        !leaders.has(rule.id) &&
        rootOf(head.id) !== rule.id &&
        mayLead(head, rule) &&
        isByTotal(head, rule)
      )
        leaders.set(rule.id, { rule: head.id, because: 'judged-by' })
  for (const rule of broken) {
    if (leaders.has(rule.id) || isRefusedUnderLoad(rule)) continue
    const heads = headsOf(rule).filter((head) => isSameKey(head, rule))
    const isHead = (id: string) => heads.some((head) => head.id === id) && rootOf(id) !== rule.id
    const declared =
      followsOf.get(rule.id)?.find(isHead) ?? heads.find((head) => isHead(head.id) && isLetIn(head, rule))?.id
    if (declared) leaders.set(rule.id, { rule: declared, because: 'judged-by' })
  }
  for (const [i, rule] of byReach.entries()) {
    if (leaders.has(rule.id)) continue
    const before = headsOf(rule).filter((head) => byReach.indexOf(head) < i && rootOf(head.id) !== rule.id)
    const earlier = before.find((head) => isSameResponse(head, rule))
    const unchecked = before.find((head) => isSameCheck(head, rule))
    const cut = endsEarly(rule) ? before.find(endsEarly) : undefined
    const hiding = isHiding(rule) ? before.find(isHiding) : undefined
    if (earlier) leaders.set(rule.id, { rule: earlier.id, because: 'same-response' })
    else if (cut) leaders.set(rule.id, { rule: cut.id, because: 'same-fault' })
    else if (hiding) leaders.set(rule.id, { rule: hiding.id, because: 'judged-by' })
    else if (unchecked) leaders.set(rule.id, { rule: unchecked.id, because: 'same-check' })
    else {
      const byHeader = headsOf(rule).filter((head) => rootOf(head.id) !== rule.id && isSameHeader(head, rule))
      const shown =
        byHeader.find((head) => isOfClients(head) && isImplied(head) <= isImplied(rule)) ??
        byHeader.find((head) => before.includes(head))
      if (shown) leaders.set(rule.id, { rule: shown.id, because: 'same-header' })
    }
  }
  return rules.map((rule) => {
    const blockerRoot = rule.blockedBy && rootOf(rule.blockedBy)
    if (blockerRoot !== rule.blockedBy) return { ...rule, reason: `${rule.reason}: fix ${blockerRoot} first` }
    if (!rule.failure) return rule
    const leader = leaders.get(rule.id)
    const follows = leader && { ...leader, rule: rootOf(rule.id) }
    const led = rules.filter(({ id }) => id !== rule.id && rootOf(id) === rule.id)
    const alike = led.filter(({ id }) => leaders.get(id)?.because === 'same-check')
    const causes = alike.length > 0 && { causes: commonFirst(rule, alike) }
    const blocks = [rule, ...led].flatMap(({ id }) => blockedBy(id)).map(({ id }) => id)
    const explained = [...led.map(({ id }) => id), ...blocks]
    const reach = explained.length > 0 && { explains: explained.length, explained, blocks }
    // The consequence depends on load or time as well, even if no case of it conformed.
    const isLater = !rule.failure.context && broken.find(({ id }) => id === follows?.rule)?.failure?.context === 'later'
    const context = isLater && { context: 'later' as const }
    return { ...rule, failure: { ...rule.failure, ...causes, ...context, ...(follows && { follows }), ...reach } }
  })
}

/** Whether a failure is judged by a total of the list whose total another one shows to be wrong. */
function isByTotal(head: RuleResult, { failure }: RuleResult): boolean {
  const [one, other] = [head.failure, failure].map(
    (one) => /([^/?]*)(\?|$)/.exec(one!.exchanges.at(-1)?.request.url ?? '')?.[1],
  )
  return one === other && /since (pagination\.)?total is /.test(failure!.expected)
}

/** A key that reads nothing matters less than one that reads records. */
const isWithoutRecords = ({ failure }: RuleResult): boolean => / with 0 (records|items)/.test(failure?.actual ?? '')

/** The causes of a rule, first those that explain the others as well. */
function commonFirst({ failure }: RuleResult, others: readonly RuleResult[]): readonly string[] {
  const isCommon = (cause: string) => others.every((other) => other.failure!.causes.includes(cause))
  return failure!.causes.toSorted((one, other) => Number(isCommon(other)) - Number(isCommon(one)))
}

/** A cross-tenant read is no detail of another failure, and a response to one client is none of the end of the run. */
const mayLead = (head: RuleResult, rule: RuleResult): boolean =>
  (isTenancy(head) || !isTenancy(rule)) &&
  !(isOfEnd(head) && clientOf(rule) !== undefined && isSameResponse(head, rule))
/** Other clients send its requests: what one client gets at any time is no consequence. */
const isOfEnd = ({ id }: RuleResult): boolean => id.endsWith('.clients.steady')
export const isTenancy = ({ id }: Pick<RuleResult, 'id'>): boolean => id.split('.')[1] === 'tenancy'
/** It is about keys: where requests at the same time mix these up, what a key reads is mixed up, too. */
const isOfAuth = ({ id }: RuleResult): boolean => id.split('.')[1] === 'auth'
/** It is about what clients send beside the key. */
const isOfClients = ({ id }: RuleResult): boolean => id.split('.')[1] === 'clients'

/** The active key is refused at times: a quota that returns 401, for example, which any rule may notice first. */
const isRefusedUnderLoad = (rule: RuleResult): boolean => isNeverRefused(rule) && isAtTimes(rule)

/** The active key is refused, which any rule may notice first. */
const isNeverRefused = ({ id }: RuleResult): boolean => id.endsWith('.auth.never-refused')
const isAtTimes = ({ failure }: RuleResult): boolean =>
  failure?.flaky !== undefined || failure?.context === 'unknown' || failure?.context === 'later'

/** Whether a failure shows only with others at the same time, or a key got a success only after a request with another key had. */
function needsOthers({ failure }: RuleResult): boolean {
  const { context, exchanges = [] } = failure ?? {}
  if (context === 'concurrent') return true
  if (context !== 'before' && context !== 'same connection') return false
  const last = exchanges.at(-1)
  const isOther = (x: WrittenExchange) => x.request.credential !== last!.request.credential
  return isAccepted(last) && exchanges.slice(0, -1).some((x) => isOther(x) && isAccepted(x))
}

/** A parameter without a meaning makes it conform. */
const isByUrl = ({ failure }: RuleResult): boolean => failure?.pattern === AT_OTHER_URL

/** It reads what was changed through the control module, which a cache does not know. */
const readsAChange = ({ failure }: RuleResult): boolean =>
  failure?.sequence?.some((step) => /control\.(createUser|touchUser|appendRow)\(/.test(step)) ?? false

const isAccepted = (x: WrittenExchange | undefined): boolean => Math.floor((x?.response?.status ?? 0) / 100) === 2

const isHiding = ({ failure }: RuleResult): boolean => failure?.hidesError === true

const endsEarly = ({ failure }: RuleResult): boolean => failure?.causes[0]?.startsWith(ENDS) === true

/** Whether both need the same one header beside those of every request, or the same property of a client. */
function isSameHeader(one: RuleResult, other: RuleResult): boolean {
  const [a, b] = [one, other].map((rule) => propertyOf(rule) ?? furtherHeader(rule))
  if (a !== undefined && a === b) return true
  const [only, ...more] = [one, other].filter((rule) => propertyOf(rule) !== undefined)
  return only !== undefined && more.length === 0 && clientOf(one) === clientOf(other)
}

/** `query parameters reversed`, where it alone matters. */
const propertyOf = ({ failure }: RuleResult): string | undefined => failure?.client?.split(': ')[1]?.toLowerCase()

/** The client of the decisive request, or the one with the property that matters. */
const clientOf = ({ failure }: RuleResult): string | undefined =>
  failure?.client?.split(': ')[0] ?? failure?.exchanges.at(-1)?.request.client

/** The one header beside the key and those that the suite's own client sends, whose names are in lower case; Authorization beside X-Api-Key. */
function furtherHeader({ failure }: RuleResult): string | undefined {
  const { request } = failure?.exchanges.at(-1) ?? {}
  if (!request || request.client) return undefined
  const names = request.headers.map(([name]) => name)
  const key = names.find((name) => /^x-api-key$/i.test(name)) ?? names.find((name) => /^authorization$/i.test(name))
  const usual = ['accept', 'user-agent', key]
  const [only, ...others] = names.filter((name) => !usual.includes(name))
  return others.length > 0 ? undefined : only?.toLowerCase()
}

type Leader = NonNullable<NonNullable<RuleResult['failure']>['follows']>

const severity = ({ status }: RuleResult): number => (status === 'failed' ? 0 : 1)

/** Whether two failures can be about the same kind of key: a rule may test several. */
function isSameKey(one: RuleResult, other: RuleResult): boolean {
  const [a, b] = [one, other].map(({ failure }) => failure?.request?.credential.class)
  return a === undefined || b === undefined || a === b
}

/** Credentials that get no data. */
const REFUSED = /^(missing|malformed|unknown|wrong-|revoked|expired|disabled|no-|misplaced)/

/** Whether a rule of authentication failed as such a credential got a success, and the other failure is about another success of it. */
function isLetIn(head: RuleResult, rule: RuleResult): boolean {
  const [a, b] = [head, rule].map(({ failure }) => failure?.exchanges.at(-1))
  const [one, other] = [a, b].map((x) => x?.request.credential?.split(' ')[0])
  return isOfAuth(head) && !isOfAuth(rule) && one === other && REFUSED.test(one ?? '') && isAccepted(a) && isAccepted(b)
}

/** What one check usually tests: the state of a key, what it may do, the header of a key, and the range of parameters. */
const CHECKS = [/^(revoked|expired|disabled)$/, /^no-/, /^authorization$/, /^422$/]
/** Of these, several rules test the same. */
const SEVERAL_TEST = ['authorization', '422']

/** Whether both accept what one check usually refuses, each time, and from any client: a key, or a parameter. */
function isSameCheck(...rules: readonly RuleResult[]): boolean {
  const accepted = rules.map(({ failure }) => {
    const { context, flaky, client, expected = '', exchanges } = failure!
    const last = exchanges.at(-1)
    if (context || flaky || client || !isAccepted(last)) return ''
    const { credential, headers } = last!.request
    if (expected.startsWith('422')) return '422'
    if (credential.startsWith('misplaced'))
      return headers.some(([name]) => /^authorization$/i.test(name)) ? 'authorization' : ''
    return credential.split(' ')[0]!
  })
  const [one, other] = accepted
  return (
    (one !== other || SEVERAL_TEST.includes(one!)) && CHECKS.some((check) => accepted.every((what) => check.test(what)))
  )
}

const isCredentialBad = ({ request }: WrittenExchange): boolean => REFUSED.test(request.credential)

/** Whether both got one status and error.code, or a body without one, where the same other error is documented. */
function isSameRefusal(one: RuleResult, other: RuleResult): boolean {
  const [a, b] = [one, other].map(({ failure }) => {
    const { status = 0, body } = failure?.exchanges.at(-1)?.response ?? {}
    const [expected] = EXPECTED_ERROR.exec(failure?.expected ?? '') ?? []
    const [, code] = /"code"\s*:\s*"([^"]{1,80})"/.exec(typeof body === 'string' ? body : '') ?? []
    const got = code ?? /^\{"\w{1,40}"/.exec(typeof body === 'string' ? body : '')?.[0]
    return expected !== undefined && status >= 400 && got !== undefined ? `${expected} ${status} ${got}` : undefined
  })
  return a !== undefined && a === b
}
/** `422, since page is below 1`, or `error.code "validation_error"`. */
const EXPECTED_ERROR = /^(\d{3}\b|error\.code "\w+"$)/

/** Whether the error of one failure is that of further cases of the other one, with such a key. */
function isAmongOthers({ failure: head }: RuleResult, { failure }: RuleResult): boolean {
  const [a, b] = [head, failure].map((one) => one?.exchanges.at(-1)?.request.credential?.split(' ')[0])
  const { status = 0 } = failure?.exchanges.at(-1)?.response ?? {}
  return (
    status >= 400 && a === b && head?.extent?.failing.some((line) => line.endsWith(`: ${failure!.actual}`)) === true
  )
}

/** Whether the decisive responses of two failures are the same: an error to any request, a success to the same request, or of one bad key. */
function isSameResponse(one: RuleResult, other: RuleResult): boolean {
  const [x, y] = [one, other].map(({ failure }) => failure?.exchanges.at(-1))
  const [a, b] = [x?.response, y?.response]
  if (isSameRefusal(one, other) || isAmongOthers(one, other)) return true
  const isSameRequest = x?.request.curl !== undefined && x.request.curl === y?.request.curl && isCredentialBad(x)
  if (isSameRequest && a?.status === b?.status) return true
  if (!a || !b || a.bodyBytes === 0 || a.status !== b.status || a.body !== b.body || a.bodyBytes !== b.bodyBytes)
    return false
  // A valid request and one with a bad key get the error of a parameter for different reasons.
  if (a.status >= 400) return a.status >= 500 || isCredentialBad(x!) === isCredentialBad(y!)
  return x!.request.url === y!.request.url && x!.request.credential === y!.request.credential
}
