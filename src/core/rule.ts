import type { Arbitrary } from 'fast-check'
import type { Behaviour } from '../../reference-server/behaviour.ts'
import { beginningOf } from './beginning-of.ts'
import type { ControlTools } from './control-tools.ts'
import type { Exchange, Req } from './exchange.ts'
import type { Json } from './json.ts'
import type { Depth, Level, Severity, Variant } from './literal-types.ts'
import type { Difference, Measurement } from './results.ts'
import type { Stopwatch } from './stopwatch.ts'
import type { Need, Target } from './target.ts'

export type { Depth, Level, Severity, Variant }

/** Metadata of every rule. The id derives from the path: `suites/a/auth/bearer-accepted.ts` is `a.auth.bearer-accepted`. */
interface About {
  /** The requirement, in one sentence. */
  readonly title: string
  /** Ids of the tested clauses in the variant's `reference.ts`, for example `5.3`. */
  readonly clauses: readonly string[]
  /** The test method, in one or two sentences. */
  readonly tried: string
  /** The impact of a violation on a client of the API. */
  readonly meaning: string
  /** Usual causes of a violation, most likely first. */
  readonly causes: readonly string[]
  readonly needs?: readonly Need[]
  /** Catalogue revision that added the rule (default: 1); see `catalog.ts`. */
  readonly since?: number
  /** Prerequisite rules: a violation of one blocks this rule. */
  readonly after?: readonly string[]
  /** Rules whose violation may show in this one as well, which judges by what they test. */
  readonly follows?: readonly string[]
  /** Servers that violate this rule, by a short name: the rule must fail on each. */
  readonly faults?: Readonly<Record<string, Partial<Behaviour>>>
  /** Conforming servers, by a short name: the rule must pass on each. */
  readonly freedoms?: Readonly<Record<string, Partial<Behaviour>>>
  /** Faults that quick depth may miss, with the reason. */
  readonly quickMisses?: Readonly<Record<string, string>>
}

interface Judged extends About {
  readonly level: 'stated' | 'implied'
  /** For implied rules: how the rule follows from the reference. */
  readonly derivation?: string
  /** Default: `error` for stated rules, `warning` for implied ones. See `severityOf`. */
  readonly severity?: Severity
}

/** A rule judged on each applicable exchange of any rule, and on its own cases. */
export interface Invariant extends Judged {
  readonly kind: 'invariant'
  /** Judges responses to requests that are `outside` as well, which a proxy may have sent. */
  readonly everywhere?: true
  readonly applies: (x: Exchange, target: Target) => boolean
  readonly judge: (x: Exchange, target: Target) => Finding | undefined
  /** Whether a response that conforms shows how far a failure of another one extends (default: it does). */
  readonly isEvidence?: (x: Exchange) => boolean
  /** Invariants that share the same object share its requests, which are sent once. */
  // biome-ignore lint/suspicious/noExplicitAny: the catalogue holds invariants of all case types
  readonly cases?: RequestCases<any>
}

/** Cases of one request each. */
export interface RequestCases<C> extends Cases<C> {
  readonly request: (c: C, target: Target) => Req
}

/** A rule that sends the requests of a case and judges them together. */
export interface Trial<C, E> extends Judged {
  readonly kind: 'trial'
  /** Runs when all other rules that measure no time are done. */
  readonly atEnd?: true
  /** Does not wait for the rules in `after`, which block it when it is done: it takes seconds, rules at the end need its keys to be old, or it shares responses with them. */
  readonly eager?: true
  /** Runs when the rules without the control module are done: on a busy machine, what it looks for is over before it is seen. */
  readonly calm?: true
  readonly cases: Cases<C>
  /** Sends one case and returns the evidence for `judge`. */
  readonly send: (c: C, tools: Tools) => Promise<E>
  /** Pure function of the evidence. Not called if an exchange of the case failed with transient errors only. */
  readonly judge: (evidence: E, c: C, target: Target) => Finding | undefined
  /** For rules that need `timing`: the measurement, independent of the finding. */
  readonly measurement?: (evidence: E) => Measurement | undefined
  /** One informational line for the report, from the evidence of all cases. */
  readonly note?: (evidence: readonly E[]) => string | undefined
}

/** Records behaviour that the reference leaves open. */
export interface Observation extends About {
  readonly kind: 'observation'
  readonly level: 'observed'
  /** Returns a value without ids, dates or counters: the same on each run against an unchanged deployment. */
  readonly observe: (tools: Tools) => Promise<Json>
}

// biome-ignore lint/suspicious/noExplicitAny: the catalogue holds rules of all case types
export type RuleDefinition = Invariant | Trial<any, any> | Observation
export type Rule = RuleDefinition & { readonly id: string; readonly variant: Variant }

/** The cases of a rule: as many of `first` as fit the count, then generated ones. JSON values. */
export interface Cases<C> {
  /** Boundary cases, most important first. Standard depth runs all of them. A function if they depend on the target. */
  readonly first: readonly C[] | ((target: Target) => readonly C[])
  readonly any?: Arbitrary<C> | ((target: Target) => Arbitrary<C>)
  /** The single case for manual control, preferably a short one (default: the first case). */
  readonly byHand?: C
  /** Number of cases at quick, standard, exhaustive depth. */
  readonly count: readonly [quick: number, standard: number, exhaustive: number]
  /** Exhaustive depth only, beyond the count: cases that read further ranges of a long list. */
  readonly ranges?: (target: Target) => readonly C[]
  /** The cases are tried one at a time: one would hide from another what it looks for, such as by adding a row. */
  readonly oneAtATime?: true
  /** The cases read lists of any length: at exhaustive depth, each shard tests a share of them. */
  readonly divisible?: true
  /** Estimated number of requests of all cases at a depth, if a case takes more than two. */
  readonly cost?: (depth: Depth) => number
  /** Fields of a case that add a header which changes nothing for a conforming server; shrinking drops those that do not matter. */
  readonly harmless?: readonly string[]
  /** Describes a case whose properties are not self-explanatory: `character 33 of the secret changed`. */
  readonly inWords?: (c: C, target: Target) => string | undefined
  /** Cases that separate likely causes of a failing one, or are the same elsewhere: tried after the failure, before others like it. */
  readonly further?: (c: C, target: Target) => readonly C[]
  /** What the failing cases and the conforming ones show together. `accepted`: the failing ones whose bad credential got a success. */
  readonly conclude?: (
    failing: readonly C[],
    conforming: readonly C[],
    target: Target,
    accepted: readonly C[],
  ) => Conclusion | undefined
}

/** What the cases of a failed rule show together. */
export interface Conclusion {
  /** One clause: `characters 1 to 55 of the secret count, 56 to 64 do not`. Default: what separates the requests. */
  readonly pattern?: string
  /** In place of those of the violation. */
  readonly impact?: string
  readonly causes?: readonly string[]
  /** Ahead of the causes of the violation; in place of those of the rule. */
  readonly likelier?: readonly string[]
  /** Causes that the cases exclude. */
  readonly excluded?: readonly string[]
  /** A failing case that is simpler than the counterexample: its requests are shown. */
  readonly shown?: unknown
  /** Whether a case has what is read wrong: if it conforms all the same, no record lies where that would show. */
  readonly isConcerned?: (c: unknown) => boolean
}

/** The tools of a rule's `send`. */
export interface Tools {
  readonly target: Target
  readonly depth: Depth
  /** Sends a request, without the cache. */
  get(req: Req): Promise<Exchange>
  /**
   * Sends a request. At quick depth, reuses the response to an equal request that any rule sent with `sparingly` or `once`.
   * A repeated case, after a violation or a change of the data, is always sent.
   */
  sparingly(req: Req): Promise<Exchange>
  /** Sends a time-critical request ahead of the queue. */
  promptly(req: Req): Promise<Exchange>
  /** Sends a request once per run and shares the exchange between all rules, for responses that serve as a baseline. */
  once(req: Req): Promise<Exchange>
  /**
   * The baseline request, from which a negative case differs in one property. It must succeed now (sent once per run) and again
   * at the end of the run; otherwise the rule is inconclusive.
   */
  good(req: Req): Promise<Exchange>
  /** Sends the requests one at a time, in this order, over a dedicated connection. Several series may run concurrently. */
  inSequence(reqs: readonly Req[]): Promise<Exchange[]>
  /** As `inSequence`, for a rule that handles missing and transient responses itself. */
  series(reqs: readonly Req[]): Promise<Exchange[]>
  /** For rules that need `timing`, which run while the run sends nothing else. */
  stopwatch(): Stopwatch
  /** Random numbers in [0, 1), seeded by the run, the rule and the case. */
  random(): number
  /** The control module, for rules that need `control.*`. */
  readonly control: ControlTools
}

/** Result of a judge; `undefined` if the evidence conforms. */
export type Finding = Violation | Unclear

export interface Violation {
  readonly kind: 'violation'
  /** Noun phrases that complete `GET /users returned …; expected …`. */
  readonly expected: string
  readonly actual: string
  /** The exchanges that show the violation, the decisive one last (default: all exchanges of the case). */
  readonly show?: readonly Exchange[]
  /** Each of them is needed, in this order: the first ones are not there for comparison only. */
  readonly isSequence?: boolean
  /** For rules that compare responses: the first illegal difference (see `judge/difference.ts`). */
  readonly difference?: Difference
  /**
   * What happened, in one sentence: `Another company's key read 100 rows of this dataset`. Default: `<the last request> returned
   * <actual>; expected <expected>`.
   */
  readonly headline?: string
  /** The clauses that it violates, if not all of the rule's. */
  readonly clauses?: readonly string[]
  /** What this violation means for a client, where a rule has several kinds. Default: the rule's `meaning`. */
  readonly impact?: string
  /** Its likely causes, where a rule has several kinds. Default: the rule's `causes`. */
  readonly causes?: readonly string[]
  /** For the details: how sure it is, for example. */
  readonly note?: string
  /** Downgrades a violation of an error rule to a warning: one reading of the reference allows it. */
  readonly warning?: boolean
  /** A warning even with `--strict`. */
  readonly onlyWarning?: boolean
}

/** The evidence allows no conclusion. */
export interface Unclear {
  readonly kind: 'unclear'
  readonly why: string
  /** The target's data changed during the case: a retry may succeed. */
  readonly moved: boolean
  /** The baseline request, with which the case begins, was refused. */
  readonly refused?: true
}

export const violation = (expected: string, actual: string, ...show: Exchange[]): Violation => ({
  kind: 'violation',
  expected,
  actual,
  ...(show.length > 0 && { show }),
})
/** Adds what happened, in one sentence. */
export const headlined = (headline: string, found: Violation): Violation => ({ ...found, headline })
/** Adds what this kind of violation means for a client, and its likely causes (default: the rule's). */
export const explained = (found: Violation, impact: string, ...causes: readonly string[]): Violation => ({
  ...found,
  impact,
  ...(causes.length > 0 && { causes }),
})
/** Adds the difference, if any, to a violation. */
export const differing = (found: Violation, difference: Difference | undefined): Violation =>
  difference ? { ...found, difference } : found
export const unclear = (why: string): Unclear => ({ kind: 'unclear', why, moved: false })
export const moved = (why: string): Unclear => ({ kind: 'unclear', why, moved: true })

/** The severity of a rule's violations; undefined for observations. */
export function severityOf(rule: RuleDefinition): Severity | undefined {
  if (rule.kind === 'observation') return undefined
  return rule.severity ?? (rule.level === 'stated' ? 'error' : 'warning')
}

/** Restricts the names in `quickMisses` to those in `faults`. */
type Telling<Definition extends About, Fault extends string> = Omit<Definition, 'kind' | 'faults' | 'quickMisses'> & {
  readonly faults?: Readonly<Record<Fault, Partial<Behaviour>>>
  readonly quickMisses?: Readonly<Partial<Record<NoInfer<Fault>, string>>>
}

export const invariant = <F extends string = string>(rule: Telling<Invariant, F>): Invariant => ({
  kind: 'invariant',
  ...(rule as Omit<Invariant, 'kind'>),
})
export const trial = <C, E, F extends string = string>(rule: Telling<Trial<C, E>, F>): Trial<C, E> => ({
  kind: 'trial',
  ...(rule as Omit<Trial<C, E>, 'kind'>),
})
export const observation = (rule: Omit<Observation, 'kind' | 'level' | 'causes'>): Observation => ({
  kind: 'observation',
  level: 'observed',
  causes: [],
  ...rule,
})

/** Bytes of a body that is kept whole, and characters that are kept of a longer one. */
const [MAX_BYTES, MAX_TEXT] = [256 * 1024, 64 * 1024]

/** The exchange for a report, which shows the beginning of a body: without the rest of a long one, and without its JSON. */
export function withShortBody(x: Exchange): Exchange {
  const isLong = x.response && x.response.bytes > MAX_BYTES && !x.response.cut
  if (!x.response || !isLong) return x
  const { json: _, text, ...response } = x.response
  return {
    ...x,
    response: { ...response, ...(text !== undefined && { text: beginningOf(text, MAX_TEXT) }), cut: true },
  }
}

/** The finding, showing exchanges `withShortBody`. */
export function withShortBodies<Found extends Finding>(finding: Found): Found {
  if (finding.kind !== 'violation' || !finding.show) return finding
  return { ...finding, show: finding.show.map(withShortBody) }
}
