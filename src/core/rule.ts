import type { Arbitrary } from 'fast-check'
import type { Behaviour } from '../../reference-server/behaviour.ts'
import type { ControlTools } from './control-tools.ts'
import type { Exchange, Req } from './exchange.ts'
import type { Json } from './json.ts'
import type { Difference, Measurement } from './results.ts'
import type { Stopwatch } from './stopwatch.ts'
import type { Need, Target } from './target.ts'
import type { Depth, Level, Severity, Variant } from './vocabulary.ts'

export type { Depth, Level, Severity, Variant }

/** What every rule tells of itself. Its id is its path: `suites/a/auth/bearer-accepted.ts` is `a.auth.bearer-accepted`. */
interface About {
  /** What holds, in one sentence. */
  readonly title: string
  /** Ids of the clauses in the variant's `reference.ts` that it comes from, for example `5.3`. */
  readonly clauses: readonly string[]
  /** How it is tried, in one or two sentences. */
  readonly tried: string
  /** What a violation means for a client of the API. */
  readonly meaning: string
  /** What usually causes a violation, most likely first. */
  readonly causes: readonly string[]
  readonly needs?: readonly Need[]
  /** Revision of the catalogue that it came with (default: 1); see `revision.ts`. */
  readonly since?: number
  /** Rules without which this one cannot work: it is blocked where one of them is broken. */
  readonly after?: readonly string[]
  /** Servers that break this rule, by a short name: each must turn it red. */
  readonly faults?: Readonly<Record<string, Partial<Behaviour>>>
  /** Legal servers that the rule must leave green, by a short name. */
  readonly freedoms?: Readonly<Record<string, Partial<Behaviour>>>
  /** Faults that quick depth cannot be relied on to catch, and why not. */
  readonly quickMisses?: Readonly<Record<string, string>>
}

interface Judged extends About {
  readonly level: 'stated' | 'implied'
  /** For implied rules: how it follows from what is stated. */
  readonly derivation?: string
  /** Default: `error` for stated rules, `warning` for implied ones. See `severityOf`. */
  readonly severity?: Severity
}

/** Judged on every exchange that it applies to, whoever sent it, besides cases of its own. */
export interface Invariant extends Judged {
  readonly kind: 'invariant'
  readonly applies: (x: Exchange, target: Target) => boolean
  readonly judge: (x: Exchange, target: Target) => Finding | undefined
  /** Shared by identity: invariants that name the same object have its cases sent once for all of them. */
  // biome-ignore lint/suspicious/noExplicitAny: invariants of all case types stand in one catalogue
  readonly cases?: RequestCases<any>
}

/** Cases that are one request each. */
export interface RequestCases<C> extends Cases<C> {
  readonly request: (c: C, target: Target) => Req
}

/** Sends its own requests, then judges them together. */
export interface Trial<C, E> extends Judged {
  readonly kind: 'trial'
  readonly cases: Cases<C>
  /** Sends one case. What it returns is all that `judge` sees. */
  readonly send: (c: C, tools: Tools) => Promise<E>
  /** Pure: the same evidence gives the same finding. Not called when an exchange of the case met only transient failures. */
  readonly judge: (evidence: E, c: C, target: Target) => Finding | undefined
  /** Of rules that need `timing`: what was measured, whatever was found. */
  readonly measurement?: (evidence: E) => Measurement | undefined
  /** What was measured in passing over all cases and decides nothing: one line that stands in the report. */
  readonly note?: (evidence: readonly E[]) => string | undefined
}

/** Records what the reference leaves open. */
export interface Observation extends About {
  readonly kind: 'observation'
  readonly level: 'observed'
  /** Canonical: no ids, dates or counters; the same on each run against an unchanged deployment. */
  readonly observe: (tools: Tools) => Promise<Json>
}

// biome-ignore lint/suspicious/noExplicitAny: rules of all case types stand in one catalogue
export type RuleDefinition = Invariant | Trial<any, any> | Observation
export type Rule = RuleDefinition & { readonly id: string; readonly variant: Variant }

/** How many cases a rule tries: all of `first` that fit, most telling first, then generated ones. JSON values throughout. */
export interface Cases<C> {
  /** The boundaries. All of them are tried at standard depth; a function where they depend on the target. */
  readonly first: readonly C[] | ((target: Target) => readonly C[])
  readonly any?: Arbitrary<C> | ((target: Target) => Arbitrary<C>)
  /** What a person at a console is asked for, who tries one case: a short one; the first where left out. */
  readonly byHand?: C
  /** Number of cases at quick, standard, exhaustive depth. */
  readonly count: readonly [quick: number, standard: number, exhaustive: number]
  /** About how many requests all cases cost at a depth, where a case is not one or two. */
  readonly cost?: (depth: Depth) => number
  /** A case in the terms of the API, where its members do not speak for themselves: `character 33 of the secret changed`. */
  readonly inWords?: (c: C) => string
}

/** What a rule's `send` works with. */
export interface Tools {
  readonly target: Target
  readonly depth: Depth
  /** Sends, always. */
  get(req: Req): Promise<Exchange>
  /**
   * Sends; at quick depth not what any rule has sent in this way or by `once` before: one answer serves them all. A case that
   * is tried again, because it was broken or the data moved, is sent again.
   */
  sparingly(req: Req): Promise<Exchange>
  /** Sends ahead of all that waits: for a request whose moment matters. */
  promptly(req: Req): Promise<Exchange>
  /** Sends once a run: the same request asked for by any rule is answered by the same exchange. For answers that serve as a yardstick. */
  once(req: Req): Promise<Exchange>
  /**
   * The good request that a bad one differs from by one thing. It is seen to work now (sent once a run for all) and again when
   * all rules are through; where it did not, what was concluded from the bad one is void: the rule ends inconclusive.
   */
  good(req: Req): Promise<Exchange>
  /** Sends these one at a time, in this order, over one connection that nothing else uses; several such series side by side. */
  inTurn(reqs: readonly Req[]): Promise<Exchange[]>
  /** As `inTurn`, for a rule that sees for itself to answers that did not come, or speak of the moment only. */
  series(reqs: readonly Req[]): Promise<Exchange[]>
  /** For rules that need `timing`: they are tried when nothing else of the run is being sent. */
  stopwatch(): Stopwatch
  /** Seeded for this rule and case: the same run seed gives the same numbers, each from 0 up to but not including 1. */
  random(): number
  /** What the admin UI does, for rules that need `control.*`. */
  readonly control: ControlTools
}

/** What a judge finds; nothing found is `undefined`. */
export type Finding = Violation | Unclear

export interface Violation {
  readonly kind: 'violation'
  /** A noun phrase or sentence with the expected values. */
  readonly expected: string
  readonly actual: string
  /** The exchanges that show it, most telling last; all of the case where left out. */
  readonly show?: readonly Exchange[]
  /** Of a rule that compares answers: the first thing in which they differ and should not (see `judge/difference.ts`). */
  readonly difference?: Difference
  /** One sentence on what happened: `Another company's key read 100 rows of this dataset`. Default: expected and actual. */
  readonly headline?: string
  /** Only a warning, even of an error rule: one reading of the reference allows it. */
  readonly warning?: boolean
  /** A warning even under `--strict`. */
  readonly onlyWarning?: boolean
}

/** Nothing can be concluded from this evidence. */
export interface Unclear {
  readonly kind: 'unclear'
  readonly why: string
  /** The target's data changed meanwhile: worth another try. */
  readonly moved: boolean
}

export const violation = (expected: string, actual: string, ...show: Exchange[]): Violation => ({
  kind: 'violation',
  expected,
  actual,
  ...(show.length > 0 && { show }),
})
/** The violation with what differs, where something is known to. */
export const differing = (found: Violation, difference: Difference | undefined): Violation =>
  difference ? { ...found, difference } : found
export const unclear = (why: string): Unclear => ({ kind: 'unclear', why, moved: false })
export const moved = (why: string): Unclear => ({ kind: 'unclear', why, moved: true })

/** The severity of a rule's violations; undefined for rules that only observe. */
export function severityOf(rule: RuleDefinition): Severity | undefined {
  if (rule.kind === 'observation') return undefined
  return rule.severity ?? (rule.level === 'stated' ? 'error' : 'warning')
}

/** What quick depth misses is told by the names of the rule's own faults. */
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
