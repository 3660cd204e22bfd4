import { sectionOf } from '../catalog.ts'
import { curlOf } from '../client/curl.ts'
import type { Exchange } from '../client/exchange.ts'
import type { Secrets } from '../client/secret-text.ts'
import type { Ledger } from '../ledger.ts'
import { caseInWords } from '../report/case-text.ts'
import type { Failure, RuleResult, Status } from '../report/results.ts'
import { write } from '../report/write.ts'
import type { Rule } from '../rule.ts'
import type { Break, Draft } from './draft.ts'
import { sequenceOf } from './sequence.ts'

export interface Setting {
  readonly reference: Ledger
  readonly secrets: Secrets
  readonly seed: number
  readonly strict: boolean
  /** Words of curl that go the same way. */
  readonly curlWay?: readonly string[]
}

/** Exchanges that a failure shows: enough to understand it, few enough to read. */
const MOST_SHOWN = 6

interface Spent {
  readonly requests: number
  readonly ms: number
  readonly latency?: RuleResult['latency']
}

export function resultOf(rule: Rule, draft: Draft, spent: Spent, at: Setting): RuleResult {
  return {
    id: rule.id,
    level: rule.level,
    section: sectionOf(rule, at.reference),
    title: rule.title,
    status: statusOf(rule, draft, at.strict),
    cases: draft.cases,
    requests: spent.requests,
    durationMs: Math.round(spent.ms),
    // What is timed apart is told by the measurement: the few answers besides are not what the rule waited for.
    ...(spent.latency && !draft.measurement && { latency: spent.latency }),
    ...(draft.reason !== undefined && { reason: draft.reason }),
    ...(draft.observation !== undefined && { observation: draft.observation }),
    ...(draft.note !== undefined && { note: draft.note }),
    ...(draft.measurement && { measurement: draft.measurement }),
    ...(draft.found && { failure: failureOf(rule, draft.found, at) }),
  }
}

function statusOf(rule: Rule, { status, found }: Draft, strict: boolean): Status {
  if (status !== 'broken') return status
  if (found!.violation.onlyWarning) return 'warned'
  const mild = rule.level === 'implied' || found!.violation.warning === true
  return mild && !strict ? 'warned' : 'failed'
}

/** The exchanges that a failure shows, most telling last. */
export function shownOf({ violation: { show }, exchanges }: Break): readonly Exchange[] {
  return (show && show.length > 0 ? show : exchanges).slice(-MOST_SHOWN)
}

/** Everything that the reader of a failure wants to know, as it is written. */
function failureOf(rule: Rule, found: Break, { reference, secrets, seed, curlWay }: Setting): Failure {
  const { difference } = found.violation
  const [expected, actual] = [cut(found.violation.expected), cut(found.violation.actual)]
  const exchanges = shownOf(found)
  const last = exchanges.at(-1)
  return {
    summary: `expected ${expected}; got ${actual}`,
    clause: clauseOf(rule, reference),
    expected,
    actual,
    ...(difference && { difference }),
    meaning: rule.meaning,
    causes: rule.causes,
    case: found.inWords ?? caseInWords(found.counterexample),
    counterexample: found.counterexample,
    ...(found.request && { request: found.request }),
    seed,
    path: found.path,
    ...(found.flaky && { flaky: found.flaky }),
    curl: last ? curlOf(last, curlWay) : '',
    exchanges: exchanges.map((x) => write(x, secrets, curlWay)),
    ...(found.steps.length > 0 && { sequence: sequenceOf(found, secrets) }),
  }
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
