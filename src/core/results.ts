import type { Req } from './exchange.ts'
import type { Json } from './json.ts'
import type { Need } from './target.ts'
import type { Depth, Level, Severity, Variant } from './vocabulary.ts'

/** `report.json`, as `fixtures/report.schema.json` describes it. Everything that is rendered is rendered from this. */
export interface Report {
  readonly schemaVersion: 1
  readonly suite: { readonly name: string; readonly version: string; readonly proof?: ProofSummary }
  readonly run: RunInfo
  readonly targets: readonly TargetResult[]
}

/** What this version of the suite was proven with: what a verdict is worth. */
export interface ProofSummary {
  /** Servers that break a rule, tried at standard depth: in how many the rule that names the fault turned red. */
  readonly faults: { readonly caught: number; readonly of: number }
  /** Legal servers that differ from the bundled one: on how many nothing turned red, over how many seeds. */
  readonly freedoms: { readonly green: number; readonly of: number; readonly seeds: number }
  /** SHA-256 over the ids and decisions of both matrices. */
  readonly digest: string
}

export interface RunInfo {
  /** ISO 8601. */
  readonly startedAt: string
  readonly durationMs: number
  readonly seed: number
  readonly depth: Depth
  readonly strict: boolean
  /** Revision of the catalogue. */
  readonly catalogue?: number
  /** Certificates were not checked: whoever answered may not have been the deployment. */
  readonly insecure?: true
  /** Every rule of every target was tried. */
  readonly complete: boolean
  readonly interrupted: boolean
  /** The target is the bundled reference server: the verdict says nothing about a deployment. */
  readonly demo?: true
  /** What went wrong in the suite itself, in one line: there is no verdict then. */
  readonly crash?: string
  /** Files beside the report that hold all that was sent and seen, with `--record all`. */
  readonly recording?: readonly string[]
  /** Judged again from its recording: when, and by which version it was recorded. */
  readonly regraded?: { readonly at: string; readonly recordedBy: string }
  /** With `--expect`: how many failures the file accepts, and which entries are to be deleted. */
  readonly expect?: { readonly entries: number; readonly stale: readonly StaleEntry[] }
}

/** An entry of the `--expect` file that no failure needs any more: the run fails. */
export interface StaleEntry {
  /** `expect.yaml:3`. */
  readonly at: string
  readonly rule: string
  readonly why: string
}

export type Verdict = 'conformant' | 'nonconformant' | 'inconclusive'
export const STATUSES = [
  'passed',
  'failed',
  'warned',
  'skipped',
  'inconclusive',
  'blocked',
  'observed',
  'expected',
] as const
export type Status = (typeof STATUSES)[number]
export const isBroken = (status: Status): boolean => status === 'failed' || status === 'warned'
/** Rules that came to no result. */
export const OPEN: readonly Status[] = ['skipped', 'inconclusive', 'blocked']

export interface TargetResult {
  readonly variant: Variant
  readonly baseUrl: string
  readonly verdict: Verdict
  /** `complete`: every rule of severity error was decided, and none was left out. */
  readonly scope: 'complete' | 'partial'
  readonly coverage: Coverage
  /** The proxy that requests went through, without user name and password. */
  readonly proxy?: string
  /** Why nothing could be tried: the target could not be reached, or the active key was not accepted. */
  readonly stopped?: string
  /** What ended it before every rule was through: its deadline, or a target that stopped answering. Half a sentence. */
  readonly cut?: { readonly by: 'deadline' | 'unreachable'; readonly reason: string }
  readonly requests: number
  readonly retries: number
  /** Responses in which the server says that it failed: 5xx, but for 501. */
  readonly serverErrors: number
  readonly counts: Readonly<Record<Status, number>>
  /** Clauses of the reference: how many a tried rule stands for, and those that cannot be tried over HTTP, with why. */
  readonly clauses: {
    readonly total: number
    readonly tried: number
    readonly untestable: readonly { readonly id: string; readonly text: string; readonly why: string }[]
  }
  /** Keys that were created and could not be revoked again: each by its key_id, with why. */
  readonly leftovers?: readonly string[]
  readonly rules: readonly RuleResult[]
}

export interface RuleResult {
  readonly id: string
  readonly level: Level
  /** Left out for rules that only observe. */
  readonly severity?: Severity
  /** Sections of the reference, for example `5.3, 7`. */
  readonly section: string
  readonly title: string
  readonly status: Status
  /** Left out by `--rule`. */
  readonly unselected?: true
  /** Cases tried; for an invariant, exchanges judged. */
  readonly cases: number
  /** Where the run ended early: how many cases its depth has. */
  readonly plannedCases?: number
  readonly requests: number
  readonly durationMs: number
  readonly reason?: string
  /** What a skipped rule needs and the target lacks. */
  readonly missing?: readonly Need[]
  /** What was measured in passing and decides nothing: `revoked keys were refused 3 ms after the revocation returned`. */
  readonly note?: string
  /** Of the answers that this rule waited for: half came within p50, 99 of 100 within p99. Milliseconds. */
  readonly latency?: { readonly p50: number; readonly p99: number }
  readonly observation?: Json
  /** Of a rule that measures time. */
  readonly measurement?: Measurement
  readonly failure?: Failure
}

export interface Failure {
  /** What happened, in one sentence; left out where the rule has no better one than its title. */
  readonly headline?: string
  /** One line: the headline, or expected and actual. */
  readonly summary: string
  /** The violated clauses in our own words, a line each with its section. */
  readonly clause: string
  readonly expected: string
  readonly actual: string
  /** Where two answers differ that should not: what is compared, and both sides. */
  readonly difference?: Difference
  readonly meaning: string
  readonly causes: readonly string[]
  /** The counterexample in the terms of the API: `page=2, per_page=51`. */
  readonly case?: string
  /** The smallest case that was found to break the rule. */
  readonly counterexample: Json
  readonly seed: number
  /** The request that reproduces the failure by itself; of an invariant always there. Secrets are references to settings. */
  readonly request?: Req
  /** Of an invariant: where its request came from, unless the rule sent it itself and a description suffices. */
  readonly origin?: Origin
  /** Where the case stands in the seeded sequence: `--seed` and this give it again. */
  readonly path: string
  /** Set where the same case did not fail each time it was sent: `1 of 2`. */
  readonly flaky?: string
  /** One command for a POSIX shell that reproduces the failure, with keys read from the settings; empty where there is none. */
  readonly curl: string
  /** Why there is no such command, in half a sentence. */
  readonly noCurl?: string
  /** The command that tries the rule again with the same cases, and writes its report to a folder of its own. */
  readonly again?: string
  readonly exchanges: readonly WrittenExchange[]
  /** Where a control module was used: what was done and sent, one line each, in the order of time. */
  readonly sequence?: readonly string[]
}

export interface Origin {
  /** The rule that sent the request. */
  readonly rule: string
  /** The case it was made from, as in `Failure`, or `all`: one of all cases. Left out where a description of the request suffices. */
  readonly path?: string
  readonly case?: Json
}

export interface Difference {
  /** `header order`, `body, byte 17`, `record 3`. */
  readonly at: string
  readonly one: { readonly label: string; readonly text: string }
  readonly other: { readonly label: string; readonly text: string }
}

/** An exchange as it is written: no secret in it. */
export interface WrittenExchange {
  readonly request: {
    readonly method: string
    readonly url: string
    readonly headers: readonly (readonly [name: string, value: string])[]
    /** What is special about the credential: `wrong-secret (character 33 of the secret changed)`. */
    readonly credential: string
    readonly curl: string
  }
  readonly response?: {
    readonly status: number
    readonly reason: string
    readonly headers: readonly (readonly [name: string, value: string])[]
    /** At most 4,096 characters of the body. */
    readonly body: string
    readonly bodyBytes: number
    /** The body is longer than what the report holds. */
    readonly truncated?: true
  }
  readonly problem?: string
  readonly sentAt: string
  readonly ms: number
}

/** What two classes have to do with each other. */
export type Role =
  /** A server that does not tell must take as long for one as for the other. */
  | 'compared'
  /** Both were never issued: no server can tell one from the other, so a difference is not one of what became of a key. */
  | 'placebo'
  /** Whoever sends no key or a malformed one knows it: that its refusal is quicker tells him nothing. */
  | 'informational'

/** What a rule that measures time learnt, for tables and plots. All times in microseconds. */
export interface Measurement {
  /** The outcome in a sentence. */
  readonly summary: string
  /** Blocks that count; those of the warm-up come on top. */
  readonly blocks: number
  /** The smallest shift that would have been seen with 80% probability; null where none would have been. */
  readonly detectable: number | null
  /** The decimal logarithm that an e-value must reach. */
  readonly threshold: number
  /** Which of all answers of a class each of the `times` is, for a cumulative distribution. */
  readonly quantiles: readonly number[]
  readonly classes: readonly { readonly label: string; readonly answers: number; readonly times: readonly number[] }[]
  readonly pairs: readonly MeasuredPair[]
}

export interface MeasuredPair {
  readonly slower: string
  readonly faster: string
  /** Only in these blocks; empty: in all. */
  readonly part: string
  readonly role: Role
  readonly blocks: number
  readonly shift: number
  /** Ends of the interval; null where there were too few blocks for one. */
  readonly lower: number | null
  readonly upper: number | null
  /** The decimal logarithm of the largest e-value. */
  readonly evidence: number
  /** The difference is neither chance nor negligible. */
  readonly rejected: boolean
}

/** Which rules a run decided. Ids of the others, by why not; rules that only observe are not among them. */
export interface Coverage {
  /** Rules of severity error: all that the references state, and those implied ones that leave no other reading. */
  readonly required: number
  /** Of these. */
  readonly decided: number
  /** Inconclusive, or blocked by another rule. */
  readonly undecided: readonly string[]
  /** Something to supply is missing, or an option leaves it out. */
  readonly skipped: readonly string[]
  /** Left out by `--rule`. */
  readonly unselected: readonly string[]
  /** Decided before the run ended early, but not with all cases of its depth. */
  readonly cutShort: readonly string[]
}
