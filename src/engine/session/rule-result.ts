import { capitalize } from '../../core/capitalize.ts'
import { caseText } from '../../core/case-text.ts'
import { sectionOf } from '../../core/catalog.ts'
import type { Ledger } from '../../core/clause-ledger.ts'
import type { ControlStep } from '../../core/control-tools.ts'
import { count } from '../../core/count.ts'
import { type CredentialClass, type Exchange, isSuccess, isSuccessful, type Req } from '../../core/exchange.ts'
import { writeJson } from '../../core/json.ts'
import { isCreated, keysInRequest } from '../../core/keys-in-request.ts'
import { credentialText, requestLine, requestText } from '../../core/request-text.ts'
import { isOfEveryRun } from '../../core/rerun-options.ts'
import type { Extent, Failure, RuleResult, Status } from '../../core/results.ts'
import { type Rule, severityOf, type Violation } from '../../core/rule.ts'
import { display, type Secrets } from '../../core/secret-text.ts'
import type { KeyFile, Resume } from '../../core/settings.ts'
import { truncate } from '../../core/truncate.ts'
import { curlAtOnce, curlCommand, curlInSequence } from '../../http/curl-command.ts'
import { echoCause } from '../../judge/echo-cause.ts'
import { gatewayCause } from '../../judge/gateway-evidence.ts'
import { HIDDEN_ERROR, hidesError } from '../../judge/hidden-error.ts'
import { cacheCause, unreadableCauses } from '../../judge/likely-cause.ts'
import type { Round } from '../check-cases.ts'
import { rangesOf } from '../resume.ts'
import { writtenExchange } from '../written-exchange.ts'
import { findExtent } from './find-extent.ts'
import type { FoundViolation, ProvisionalResult } from './provisional-result.ts'
import { isTimed } from './run-order.ts'

interface ResultContext {
  readonly reference: Ledger
  readonly secrets: Secrets
  readonly seed: number
  readonly strict: boolean
  readonly resume?: Resume
  readonly resumed?: Round
  /** curl options for the same network path. */
  readonly curlWay?: readonly string[]
  readonly keyFile?: KeyFile
  /** Whether the control module of the run changes the lists. */
  readonly changesLists?: boolean
  /** Whether endpoint, query parameters and key condition describe the request completely. */
  readonly isPlain: (req: Req) => boolean
}

/** Maximum number of exchanges that a failure shows. */
const MAX_SHOWN = 6

interface Spent {
  readonly requests: number
  readonly ms: number
  readonly latency?: RuleResult['latency']
}

/** Assemble the result of a rule from its draft. */
export function ruleResult(rule: Rule, draft: ProvisionalResult, spent: Spent, at: ResultContext): RuleResult {
  const severity = severityOf(rule)
  const note =
    draft.note ??
    draft.found?.violation.note ??
    (at.changesLists && draft.found ? outdatedNote(draft.found) : undefined)
  return {
    id: rule.id,
    level: rule.level,
    ...(severity && { severity }),
    section: sectionOf(draft.found?.violation.clauses ?? rule.clauses, at.reference),
    title: rule.title,
    status: statusOf(rule, draft, at.strict),
    cases: draft.cases,
    ...(draft.plannedCases !== undefined && { plannedCases: draft.plannedCases }),
    ...progressOf(draft, at),
    requests: spent.requests,
    durationMs: Math.round(spent.ms),
    // A measurement has its own timings; the latency of the other few responses would mislead.
    ...(spent.latency && !draft.measurement && { latency: spent.latency }),
    ...(draft.reason !== undefined && { reason: draft.reason }),
    ...(draft.blockedBy !== undefined && { blockedBy: draft.blockedBy }),
    ...(draft.missing && { missing: draft.missing }),
    ...(draft.observation !== undefined && { observation: draft.observation }),
    ...(note !== undefined && { note }),
    ...(draft.measurement && { measurement: draft.measurement }),
    ...(draft.found && { failure: failureOf(rule, draft.found, at) }),
  }
}

const OUTDATED =
  'the control module may have changed the list since: if a command conforms now, `replay` looks for the place that fails'

/** Its commands read places of a list that other rules of the run change. */
const outdatedNote = ({ steps, exchanges }: FoundViolation): string | undefined =>
  steps.length === 0 && exchanges.slice(-1).some((x) => isSuccess(x) && isFurtherPage(x.req)) ? OUTDATED : undefined

const isFurtherPage = ({ query = [] }: Req): boolean => query.some(([name, value]) => name === 'page' && value !== '1')

/** For a rule with cases left: what another run need not repeat, and what this one did not. */
function progressOf({ status, plannedCases, round }: ProvisionalResult, { resume, resumed }: ResultContext) {
  const isOpen = plannedCases !== undefined || status === 'inconclusive'
  const through = round?.through ?? resumed?.through ?? new Set()
  return {
    ...(isOpen && through.size > 0 && { passedCases: rangesOf(through) }),
    ...(resume && resumed && { earlier: { startedAt: resume.startedAt, cases: resumed.passed.size } }),
  }
}

const statusOf = (rule: Rule, { status, found }: ProvisionalResult, strict: boolean): Status =>
  status === 'broken' ? violatedStatus(rule, found!.violation, strict) : status

/** Status of a rule with this violation. */
export function violatedStatus(rule: Rule, { warning, onlyWarning }: Violation, strict: boolean): 'failed' | 'warned' {
  if (onlyWarning) return 'warned'
  const isWarning = warning === true || severityOf(rule) === 'warning'
  return isWarning && !strict ? 'warned' : 'failed'
}

/** Contexts without a request that shows the failure with the others. */
const UNPAIRED: readonly Failure['context'][] = ['later', 'unknown']

/** The exchanges that a failure shows, the decisive one last. */
export function shownOf({ violation: { show }, exchanges, context }: FoundViolation): readonly Exchange[] {
  if (context && !UNPAIRED.includes(context)) return exchanges
  return (show && show.length > 0 ? show : exchanges).slice(-MAX_SHOWN)
}

/** Likely causes of a failure that shows only with other requests. */
const OF_CONTEXT = {
  before: 'a cache, a session or a variable keeps what an earlier request left, and uses it for any key',
  'same connection': 'something is kept for each connection: the key, the company, or a session of the database',
  concurrent: 'requests at the same time share a variable, such as a field of a singleton',
  unknown:
    'requests at the same time share a variable, one of several workers or replicas differs, or a cache, a quota or load matters: the run did not find which',
  later: 'after some number of requests, or under load, the server uses a cache, a quota, a fallback or another worker',
}

const OF_SAME_KEY =
  'what an earlier request with the same key left is used again: a place in the list, a page size or a cached response'

/** Whether only requests with the same key are needed, one after the other. */
const isOfSameKey = (context: Failure['context'], exchanges: readonly Exchange[]): boolean =>
  context === 'before' && exchanges.length > 1 && new Set(exchanges.map(({ req }) => req.credential.class)).size === 1

const KEPT = {
  decision:
    'a decision about one key is kept, for its path or for all paths, and used for another key: what is kept is no response, since it also shows where the first key requests another page',
  response:
    'the response to one key is kept by its URL and sent to another, as by a cache: it does not show where the first key requests another page',
}

const OF_CONNECTION =
  'Where clients share a connection, as behind a proxy, one of them gets what the key of another one may read.'

/** The other request whose response the last one got. */
function ofAnother(exchanges: readonly Exchange[], context: Failure['context']): string | undefined {
  const last = exchanges.at(-1)
  const text = last?.response?.text
  const other = exchanges.find(
    ({ req, response }) =>
      text &&
      response?.text === text &&
      response.status === last!.response!.status &&
      requestText(req) !== requestText(last!.req),
  )
  if (!other) return undefined
  if (urlOf(other.req) !== urlOf(last!.req)) return `the response is that to ${requestText(other.req)}`
  return context === 'concurrent'
    ? 'requests for one URL at the same time get one response, with any key'
    : 'the response is that to the other key: a cache, for example, that knows the URL but not the key'
}

const urlOf = ({ path, query = [] }: Req): string => JSON.stringify([path, query])

/** Contexts that exclude the usual causes, which show without other requests. */
const DECISIVE: readonly Failure['context'][] = ['same connection', 'concurrent']
/** A client was tried without the other requests, which is no proof where they matter. */
const OF_A_CLIENT =
  /; (with .*, while the (plain request|request without it) conforms|only in this order of the query)$/s

function failureOf(rule: Rule, found: FoundViolation, at: ResultContext): Failure {
  const { reference, secrets, seed, curlWay, keyFile } = at
  const [expected, actual] = [truncate(found.violation.expected, MAX_TEXT), truncate(found.violation.actual, MAX_TEXT)]
  const { difference } = found.violation
  const exchanges = shownOf(found)
  const { context } = found
  const whole = found.violation.headline ?? headlineOf(found.violation, exchanges)
  const happened = context === 'concurrent' || context === 'unknown' ? whole.replace(OF_A_CLIENT, '') : whole
  const headline = truncate(found.otherWay ? `${happened}; via ${found.otherWay} it conforms` : happened, MAX_TEXT)
  const printed = printedRequests(rule, found)
  const reqs = typeof printed === 'string' ? [] : printed.map(({ req }) => req)
  const request = found.request ?? (reqs.length === 1 ? reqs[0] : undefined)
  const curl = typeof printed === 'string' ? '' : oneLine(printed, context, curlWay, keyFile)
  const origin = originOf(rule, found, at)
  const isHidden = exchanges.slice(-1).some(hidesError)
  const extent = found.flaky ? undefined : extentOf(found)
  const sameKey = isOfSameKey(context, exchanges)
  const other = context && context !== 'same connection' ? ofAnother(exchanges, context) : undefined
  return {
    headline,
    summary: headline,
    clause: clauseOf(rule, found.violation.clauses ?? rule.clauses, reference),
    expected,
    actual,
    ...(found.violation.warning && { warning: true as const }),
    ...(difference && { difference }),
    ...(isHidden
      ? HIDDEN_ERROR
      : {
          meaning:
            context === 'same connection' && isSuccessful(exchanges.at(-1)?.response?.status ?? 0)
              ? OF_CONNECTION
              : (found.violation.impact ?? rule.meaning),
          causes: [
            ...(found.kept
              ? [KEPT[found.kept]]
              : context
                ? [sameKey ? OF_SAME_KEY : OF_CONTEXT[context], other ?? []].flat()
                : []),
            ...(DECISIVE.includes(context) || sameKey || other !== undefined || found.kept
              ? []
              : causesOf(
                  found.violation.causes ?? rule.causes,
                  exchanges,
                  difference ? [difference.one.text, difference.other.text] : [expected, actual],
                )),
            ...(context ? [] : wrongKey(exchanges)),
          ],
        }),
    case: found.inWords ?? caseText(found.counterexample),
    counterexample: found.counterexample,
    ...(request && { request }),
    ...(reqs.length > 1 && { requests: reqs }),
    ...(origin && { origin }),
    seed,
    path: found.path,
    ...(found.flaky && context !== 'concurrent' && { flaky: found.flaky }),
    // Other requests decide: what the run saw of these says little.
    ...(found.isPlainer && { isPlainer: true }),
    ...(found.violation.onlyWarning && { onlyWarning: true }),
    ...(found.pattern !== undefined && (!context || context === 'later') && { pattern: found.pattern }),
    ...(extent && { extent }),
    ...(found.varied && { varied: found.varied }),
    ...(context && { context }),
    ...(found.client && { client: found.client }),
    curl,
    ...(typeof printed === 'string' && { noCurl: printed }),
    exchanges: exchanges.map((x) => writtenExchange(x, secrets, curlWay, keyFile)),
    ...(found.steps.length > 0 && { sequence: timelineOf(found, secrets) }),
  }
}

/** Where other requests matter, only what failed: what conformed was perhaps sent without them. */
function extentOf({ counterexample, judged = [], violation, context }: FoundViolation): Extent | undefined {
  const needsOthers = context !== undefined && context !== 'later'
  return findExtent(
    counterexample,
    needsOthers ? judged.filter(({ actual }) => actual !== undefined) : judged,
    violation,
  )
}

const FORBIDDEN: readonly CredentialClass[] = ['no-scope', 'no-module']
const SUPPLIED: readonly CredentialClass[] = ['revoked', 'expired', 'disabled', ...FORBIDDEN]

/** A supplied key may be another one than its setting says. */
function wrongKey(exchanges: readonly Exchange[]): readonly string[] {
  const x = exchanges.at(-1)
  const about = x?.req.credential.class
  const [env] = x ? keysInRequest(x) : []
  if (!x || about === undefined || env === undefined || isCreated(env)) return []
  if (isSuccess(x) && SUPPLIED.includes(about))
    return [`the server is right, and ${env} is not ${credentialText({ class: about })}: check it in the console`]
  return x.response?.status === 401 && FORBIDDEN.includes(about)
    ? [`the server is right, and ${env} was revoked, has expired or is mistyped: check it in the console`]
    : []
}

/** The usual causes, after the one that the responses themselves suggest. `texts`: the two sides of what is wrong. */
function causesOf(
  causes: readonly string[],
  exchanges: readonly Exchange[],
  texts: readonly string[],
): readonly string[] {
  const seen = gatewayCause(exchanges) ?? cacheCause(exchanges)
  const unreadable = seen === undefined ? unreadableCauses(exchanges) : []
  // What a body that cannot be read holds is not the matter.
  if (unreadable.length > 0) return unreadable
  const first = seen ?? echoCause(texts, exchanges)
  return first === undefined ? causes : [first, ...causes]
}

/** Without the baseline requests of a failure whose last request uses another key: they only show that the active key works. */
function withoutBaseline(exchanges: readonly Exchange[]): readonly Exchange[] {
  const isActive = ({ req }: Exchange) => req.credential.class === 'active'
  const last = exchanges.at(-1)
  return last && !isActive(last) ? exchanges.filter((x) => !isActive(x)) : exchanges
}

const SEVERAL = 'it takes several requests'
const OTHERS = 'it takes other requests of the run: sent again alone, it did not show'
const EARLIER = 'it takes earlier requests of the run, load or time: a request like it conformed at first'
const MOST_REQUESTS = 3

/** The one request that shows a failure, or the few in order; the reason if there are none that need nothing of this run. */
export function printedRequests(rule: Rule, found: FoundViolation): readonly Exchange[] | string {
  if (found.context === 'unknown') return OTHERS
  if (found.context === 'later') return EARLIER
  const exchanges = shownOf(found)
  if (found.context) return exchanges
  const decisive = found.violation.isSequence ? exchanges : withoutBaseline(exchanges)
  const why = noSingleRequest(rule, found, decisive)
  if (why === undefined) return decisive
  // Each where it was sent last: what was decisive comes last.
  const distinct = new Map(exchanges.toReversed().map((x) => [curlCommand(x), x]))
  const isFew = distinct.size > 1 && distinct.size <= MOST_REQUESTS
  const needsRun = exchanges.some((x) => hasCookie(x) || keysInRequest(x).some(isCreated))
  return why === SEVERAL && isFew && !needsRun ? [...distinct.values()].toReversed() : why
}

/** Empty for several requests that need a line each. */
function oneLine(
  printed: readonly Exchange[],
  context: Failure['context'],
  ...more: [way: ResultContext['curlWay'], keyFile: ResultContext['keyFile']]
): string {
  if (context === 'same connection') return curlInSequence(printed, ...more)
  if (context === 'concurrent') return curlAtOnce(printed, ...more)
  return printed.length === 1 ? curlCommand(printed[0]!, ...more) : ''
}

/** A cookie of a response: other rules make theirs up. */
const hasCookie = ({ req, rule }: Exchange): boolean =>
  rule.endsWith('.auth.no-session') && (req.headers?.some(([name]) => /^cookie$/i.test(name)) ?? false)

/** Why no single request reproduces the failure; undefined if one does. */
function noSingleRequest(
  rule: Rule,
  { steps }: FoundViolation,
  [x, ...others]: readonly Exchange[],
): string | undefined {
  if (isTimed(rule)) return 'measuring time takes many requests'
  if (steps.length > 0) return 'it takes changes through the control module between requests'
  if (!x) return 'no request shows it'
  if (others.length > 0) return SEVERAL
  if (hasCookie(x)) return 'it takes cookies of an earlier response'
  return keysInRequest(x).some(isCreated) ? 'it takes a key that was created for the run' : undefined
}

/** Without the case if the description of the request is sufficient. */
function originOf(rule: Rule, { request, origin }: FoundViolation, { isPlain }: ResultContext): Failure['origin'] {
  if (!origin || !request || !isPlain(request)) return origin
  return origin.rule === rule.id || isOfEveryRun(origin.rule) ? undefined : { rule: origin.rule }
}

/** `GET /users?per_page=1 returned 25 records; expected 1`. */
export function headlineOf({ expected, actual }: Violation, exchanges: readonly Exchange[]): string {
  const last = exchanges.at(-1)
  return `${last ? `${requestText(last.req)}${furtherHeaders(last.req)} returned ${actual}` : capitalize(actual)}; expected ${expected}`
}

/** Headers that the rule itself sends. Those of a client may not matter: `attributeClient` finds out. */
function furtherHeaders({ headers = [], client }: Req): string {
  const names = headers.map(([name]) => name).filter((name) => !/^(accept|user-agent)$/i.test(name))
  return client || names.length === 0 ? '' : `, sent with ${names.join(', ')},`
}

/** Maximum characters of `expected` and `actual`: they may quote names of any length from a response. */
const MAX_TEXT = 1000

/** The clauses of a rule, one per line with the section; for an implied rule also its derivation. */
function clauseOf(rule: Rule, ids: readonly string[], reference: Ledger): string {
  const bySentence = Map.groupBy(ids, (id) => `${reference[id]?.section ?? '?'}\n${reference[id]?.text ?? '?'}`)
  const texts = [...bySentence].map(([sentence, ids]) => `§${sentence.replace('\n', ` (${ids.join(', ')}): `)}`)
  const derivation = 'derivation' in rule && rule.derivation ? [`Our reading: ${rule.derivation}`] : []
  return [...texts, ...derivation].join('\n')
}

/** Lines of a timeline from its beginning and from its end: those in the middle are omitted. */
const [FIRST_LINES, LAST_LINES] = [6, 18]

interface Event {
  readonly at: number
  readonly line: string
}

/** Format control calls and requests in chronological order, with milliseconds since the first. */
export function timelineOf({ exchanges, steps, violation }: FoundViolation, secrets: Secrets): string[] {
  const sent = new Map([...exchanges, ...(violation.show ?? [])].map((x) => [x.n, x]))
  const requests = [...sent.values()].map((x) => ofExchange(x, secrets))
  const events = [...steps.map(ofStep), ...requests].sort((a, b) => a.at - b.at)
  const start = events[0]?.at ?? 0
  const lines = repeatsJoined(events).map(({ from, to, line, times }) => {
    const when = times > 1 ? `+${from - start} to +${to - start} ms` : `+${from - start} ms`
    return `${when}  ${line}${times > 1 ? ` (${times} times)` : ''}`
  })
  const omitted = lines.length - FIRST_LINES - LAST_LINES
  return omitted > 0
    ? [...lines.slice(0, FIRST_LINES), `(${count(omitted, 'step')} omitted)`, ...lines.slice(-LAST_LINES)]
    : lines
}

/** Equal events that follow each other are one. */
function repeatsJoined(events: readonly Event[]) {
  const joined: { from: number; to: number; line: string; times: number }[] = []
  for (const { at, line } of events) {
    const last = joined.at(-1)
    if (last?.line === line) Object.assign(last, { to: at, times: last.times + 1 })
    else joined.push({ from: at, to: at, line, times: 1 })
  }
  return joined
}

function ofStep({ call, args, calledAt, returnedAt, result, refused, error }: ControlStep): Event {
  const argumentTexts = args
    .map((arg) => (typeof arg === 'string' ? arg : writeJson(arg)))
    .filter((text) => text !== '{}')
  const outcome =
    refused !== undefined ? `refused: ${refused}` : error !== undefined ? `failed: ${error}` : resultText(result)
  return {
    at: calledAt,
    line: `control.${call}(${argumentTexts.join(', ')}) → ${outcome}, after ${returnedAt - calledAt} ms`,
  }
}

const resultText = (result: ControlStep['result']): string => (result == null ? 'done' : writeJson(result))

function ofExchange({ req, sentAt, response, problem }: Exchange, secrets: Secrets): Event {
  const key = req.credential.headers[0]?.[1] ?? 'no key'
  const outcome = response ? `${response.status}` : `no response: ${problem?.message}`
  return {
    at: sentAt,
    line: `${requestLine(req)} with ${display(key, secrets)} → ${outcome}`,
  }
}
