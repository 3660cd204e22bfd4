import { caseInWords } from '../../core/case-text.ts'
import { sectionOf } from '../../core/catalog.ts'
import type { Ledger } from '../../core/clause-ledger.ts'
import type { Exchange, Req } from '../../core/exchange.ts'
import { isSupplied, keysIn } from '../../core/keys-in-text.ts'
import type { Failure, RuleResult, Status } from '../../core/results.ts'
import { type Rule, severityOf, type Violation } from '../../core/rule.ts'
import type { Secrets } from '../../core/secret-text.ts'
import type { KeyFile } from '../../core/settings.ts'
import { curlCommand } from '../../http/curl-command.ts'
import { write } from '../failure.ts'
import type { Break, Draft } from './draft.ts'
import { isTimed } from './rule-traits.ts'
import { sequenceOf } from './sequence.ts'

export interface Setting {
  readonly reference: Ledger
  readonly secrets: Secrets
  readonly seed: number
  readonly strict: boolean
  /** Words of curl that go the same way. */
  readonly curlWay?: readonly string[]
  readonly keyFile?: KeyFile
  /** Whether endpoint, query parameters, and condition of the key describe the request completely. */
  readonly isPlain: (req: Req) => boolean
}

/** Exchanges that a failure shows: enough to understand it, few enough to read. */
const MOST_SHOWN = 6

interface Spent {
  readonly requests: number
  readonly ms: number
  readonly latency?: RuleResult['latency']
}

export function resultOf(rule: Rule, draft: Draft, spent: Spent, at: Setting): RuleResult {
  const severity = severityOf(rule)
  return {
    id: rule.id,
    level: rule.level,
    ...(severity && { severity }),
    section: sectionOf(rule, at.reference),
    title: rule.title,
    status: statusOf(rule, draft, at.strict),
    cases: draft.cases,
    ...(draft.plannedCases !== undefined && { plannedCases: draft.plannedCases }),
    requests: spent.requests,
    durationMs: Math.round(spent.ms),
    // What is timed apart is told by the measurement: the few answers besides are not what the rule waited for.
    ...(spent.latency && !draft.measurement && { latency: spent.latency }),
    ...(draft.reason !== undefined && { reason: draft.reason }),
    ...(draft.missing && { missing: draft.missing }),
    ...(draft.observation !== undefined && { observation: draft.observation }),
    ...(draft.note !== undefined && { note: draft.note }),
    ...(draft.measurement && { measurement: draft.measurement }),
    ...(draft.found && { failure: failureOf(rule, draft.found, at) }),
  }
}

const statusOf = (rule: Rule, { status, found }: Draft, strict: boolean): Status =>
  status === 'broken' ? violatedStatus(rule, found!.violation, strict) : status

/** How a rule ends that this violates. */
export function violatedStatus(rule: Rule, { warning, onlyWarning }: Violation, strict: boolean): 'failed' | 'warned' {
  if (onlyWarning) return 'warned'
  const mild = warning === true || severityOf(rule) === 'warning'
  return mild && !strict ? 'warned' : 'failed'
}

/** The exchanges that a failure shows, most telling last. */
export function shownOf({ violation: { show }, exchanges }: Break): readonly Exchange[] {
  return (show && show.length > 0 ? show : exchanges).slice(-MOST_SHOWN)
}

/** Everything that the reader of a failure wants to know, as it is written. */
function failureOf(rule: Rule, found: Break, at: Setting): Failure {
  const { reference, secrets, seed, curlWay, keyFile } = at
  const { difference, headline } = found.violation
  const [expected, actual] = [cut(found.violation.expected), cut(found.violation.actual)]
  const exchanges = shownOf(found)
  const decisive = withoutBaseline(exchanges)
  const noCurl = noSingleRequest(rule, found, decisive)
  const request = found.request ?? (noCurl === undefined ? decisive[0]!.req : undefined)
  const origin = originOf(rule, found, at)
  return {
    ...(headline !== undefined && { headline }),
    summary: headline ?? `expected ${expected}; got ${actual}`,
    clause: clauseOf(rule, reference),
    expected,
    actual,
    ...(difference && { difference }),
    meaning: rule.meaning,
    causes: rule.causes,
    case: found.inWords ?? caseInWords(found.counterexample),
    counterexample: found.counterexample,
    ...(request && { request }),
    ...(origin && { origin }),
    seed,
    path: found.path,
    ...(found.flaky && { flaky: found.flaky }),
    curl: noCurl === undefined ? curlCommand(decisive[0]!, curlWay, keyFile) : '',
    ...(noCurl !== undefined && { noCurl }),
    exchanges: exchanges.map((x) => write(x, secrets, curlWay, keyFile)),
    ...(found.steps.length > 0 && { sequence: sequenceOf(found, secrets) }),
  }
}

/** A baseline request beside one that should have been refused only shows that the key works. */
function withoutBaseline(exchanges: readonly Exchange[]): readonly Exchange[] {
  const isActive = ({ req }: Exchange) => req.credential.class === 'active'
  const last = exchanges.at(-1)
  return last && !isActive(last) ? exchanges.filter((x) => !isActive(x)) : exchanges
}

/** Why no single request reproduces the failure; undefined where one does. */
function noSingleRequest(rule: Rule, { steps }: Break, [x, ...others]: readonly Exchange[]): string | undefined {
  if (isTimed(rule)) return 'it takes many requests to measure time'
  if (steps.length > 0) return 'it takes changes through the control module between requests'
  if (!x) return 'no request shows it'
  if (others.length > 0) return 'it takes several requests'
  if (x.req.headers?.some(([name]) => /^cookie$/i.test(name))) return 'it takes cookies of an earlier response'
  return keysIn(x).every(isSupplied) ? undefined : 'it takes a key that was created for the run'
}

/** The case is only needed where a description of the request does not do. */
function originOf(rule: Rule, { request, origin }: Break, { isPlain }: Setting): Failure['origin'] {
  if (!origin || !request || !isPlain(request)) return origin
  return origin.rule === rule.id ? undefined : { rule: origin.rule }
}

/** A name that an answer made up may be as long as the answer. */
const MOST_WORDS = 1000
const cut = (text: string): string => (text.length > MOST_WORDS ? `${text.slice(0, MOST_WORDS)}…` : text)

/** The clauses that a rule comes from, a line each, with their sections; for an implied rule also how it follows. */
function clauseOf(rule: Rule, reference: Ledger): string {
  const texts = rule.clauses.map((id) => `§${reference[id]?.section ?? '?'} (${id}): ${reference[id]?.text ?? '?'}`)
  const derivation = 'derivation' in rule && rule.derivation ? [`Hence: ${rule.derivation}`] : []
  return [...texts, ...derivation].join('\n')
}
