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
import { writtenExchange } from '../written-exchange.ts'
import type { FoundViolation, ProvisionalResult } from './provisional-result.ts'
import { isTimed } from './rule-traits.ts'
import { timelineOf } from './timeline.ts'

export interface ResultContext {
  readonly reference: Ledger
  readonly secrets: Secrets
  readonly seed: number
  readonly strict: boolean
  /** curl options for the same network path. */
  readonly curlWay?: readonly string[]
  readonly keyFile?: KeyFile
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
    // A measurement has its own timings; the latency of the other few responses would mislead.
    ...(spent.latency && !draft.measurement && { latency: spent.latency }),
    ...(draft.reason !== undefined && { reason: draft.reason }),
    ...(draft.missing && { missing: draft.missing }),
    ...(draft.observation !== undefined && { observation: draft.observation }),
    ...(draft.note !== undefined && { note: draft.note }),
    ...(draft.measurement && { measurement: draft.measurement }),
    ...(draft.found && { failure: failureOf(rule, draft.found, at) }),
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

/** The exchanges that a failure shows, the decisive one last. */
export function shownOf({ violation: { show }, exchanges }: FoundViolation): readonly Exchange[] {
  return (show && show.length > 0 ? show : exchanges).slice(-MAX_SHOWN)
}

function failureOf(rule: Rule, found: FoundViolation, at: ResultContext): Failure {
  const { reference, secrets, seed, curlWay, keyFile } = at
  const { difference, headline } = found.violation
  const [expected, actual] = [truncate(found.violation.expected), truncate(found.violation.actual)]
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
    exchanges: exchanges.map((x) => writtenExchange(x, secrets, curlWay, keyFile)),
    ...(found.steps.length > 0 && { sequence: timelineOf(found, secrets) }),
  }
}

/** Without the baseline requests of a failure whose last request uses another key: they only show that the active key works. */
function withoutBaseline(exchanges: readonly Exchange[]): readonly Exchange[] {
  const isActive = ({ req }: Exchange) => req.credential.class === 'active'
  const last = exchanges.at(-1)
  return last && !isActive(last) ? exchanges.filter((x) => !isActive(x)) : exchanges
}

/** Why no single request reproduces the failure; undefined if one does. */
function noSingleRequest(
  rule: Rule,
  { steps }: FoundViolation,
  [x, ...others]: readonly Exchange[],
): string | undefined {
  if (isTimed(rule)) return 'measuring time takes many requests'
  if (steps.length > 0) return 'it takes changes through the control module between requests'
  if (!x) return 'no request shows it'
  if (others.length > 0) return 'it takes several requests'
  if (x.req.headers?.some(([name]) => /^cookie$/i.test(name))) return 'it takes cookies of an earlier response'
  return keysIn(x).every(isSupplied) ? undefined : 'it takes a key that was created for the run'
}

/** Without the case if the description of the request is sufficient. */
function originOf(rule: Rule, { request, origin }: FoundViolation, { isPlain }: ResultContext): Failure['origin'] {
  if (!origin || !request || !isPlain(request)) return origin
  return origin.rule === rule.id ? undefined : { rule: origin.rule }
}

/** Maximum characters of `expected` and `actual`: they may quote names of any length from a response. */
const MAX_TEXT = 1000
const truncate = (text: string): string => (text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT)}…` : text)

/** The clauses of a rule, one per line with the section; for an implied rule also its derivation. */
function clauseOf(rule: Rule, reference: Ledger): string {
  const texts = rule.clauses.map((id) => `§${reference[id]?.section ?? '?'} (${id}): ${reference[id]?.text ?? '?'}`)
  const derivation = 'derivation' in rule && rule.derivation ? [`Hence: ${rule.derivation}`] : []
  return [...texts, ...derivation].join('\n')
}
