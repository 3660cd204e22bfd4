import type { Req } from './exchange.ts'
import type { Json } from './json.ts'
import type { Depth, Level, Severity, Variant } from './literal-types.ts'
import type { Need } from './target.ts'

/** `report.json`, specified by `fixtures/report.schema.json`. All other reports are rendered from it. */
export interface Report {
  readonly schemaVersion: 1
  readonly suite: { readonly name: string; readonly version: string; readonly proof?: ProofSummary }
  readonly run: RunInfo
  readonly targets: readonly TargetResult[]
}

/** The saved proof of this version of the suite. */
export interface ProofSummary {
  /** Faulty servers at standard depth: how many failed the rule that declares the fault. */
  readonly faults: { readonly caught: number; readonly of: number }
  /** Conforming servers that differ from the bundled one: how many passed all rules with every seed. */
  readonly freedoms: { readonly green: number; readonly of: number; readonly seeds: number }
  /** SHA-256 of the ids and decisions of both matrices. */
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
  /** The part of a run, from 1; `summary --merge` makes one report of all. */
  readonly shard?: { readonly index: number; readonly of: number }
  /** Certificates were not checked: the server may not be the deployment. */
  readonly insecure?: true
  /** Every rule of every target ran. */
  readonly complete: boolean
  readonly interrupted: boolean
  /** The target is the bundled reference server, not a deployment. */
  readonly demo?: true
  /** Internal error of the suite, in one line; there is no verdict. */
  readonly crash?: string
  /** Recording files beside the report, with `--record all`. */
  readonly recording?: readonly string[]
  /** Set by `regrade`: when the recording was judged again, and the version that recorded it. */
  readonly regraded?: { readonly at: string; readonly recordedBy: string }
  /** With `--expect`: the number of entries, and the entries to delete. */
  readonly expect?: { readonly entries: number; readonly stale: readonly StaleEntry[] }
}

/** An entry of the `--expect` file that matched no failure, which fails the run. */
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
  'attested',
] as const
export type Status = (typeof STATUSES)[number]
export const isBroken = (status: Status): boolean => status === 'failed' || status === 'warned'
/** Whether a violation is no error: it fails the run only with `--strict`. */
export const isWarning = ({ severity, failure }: Pick<RuleResult, 'severity' | 'failure'>): boolean =>
  severity === 'warning' || failure?.warning === true
/** Statuses of undecided rules. `attested`: the operator vouches for what a skipped rule would have tested. */
export const OPEN: readonly Status[] = ['skipped', 'inconclusive', 'blocked', 'attested']

export interface TargetResult {
  readonly variant: Variant
  readonly baseUrl: string
  /** Names of the settings that held keys. */
  readonly keys?: readonly string[]
  readonly verdict: Verdict
  /** The verdict with what qualifies it, as printed: `conformant so far with 1 warning`. Absent in earlier reports. */
  readonly conclusion?: string
  /** `complete`: every rule of severity error was decided, and `--rule` excluded none. */
  readonly scope: 'complete' | 'partial'
  readonly coverage: Coverage
  /** URL of the proxy, without user name and password. */
  readonly proxy?: string
  /** Why nothing was tested: the target was unreachable or rejected the active key. */
  readonly stopped?: string
  /** Why the run ended early: the deadline, an unresponsive target, or a failed rule. `reason` is a clause. */
  readonly cut?: { readonly by: 'deadline' | 'unreachable' | 'fail-fast' | 'budget'; readonly reason: string }
  readonly requests: number
  readonly retries: number
  /** Number of 5xx responses except 501. */
  readonly serverErrors: number
  readonly counts: Readonly<Record<Status, number>>
  /** Clauses of the reference by what covers them. */
  readonly clauses: {
    readonly total: number
    /** Tested and observed. */
    readonly tried: number
    /** Judged by a decided rule. */
    readonly tested: number
    /** Recorded by a rule that judges nothing. */
    readonly observed: number
    /** Stated by the operator, not tested. */
    readonly attested: readonly AttestedClause[]
    /** Ids of clauses whose rules were not decided. */
    readonly untested: readonly string[]
    /** Neither testable over HTTP nor attested. */
    readonly untestable: readonly { readonly id: string; readonly text: string; readonly why: string }[]
  }
  /** Created keys that could not be revoked: key_id and reason. */
  readonly leftovers?: readonly string[]
  readonly rules: readonly RuleResult[]
}

export interface AttestedClause {
  readonly id: string
  readonly text: string
  readonly by: string
  /** `2026-11-22`. */
  readonly on: string
  readonly statement: string
}

export interface RuleResult {
  readonly id: string
  readonly level: Level
  /** Absent for observations. */
  readonly severity?: Severity
  /** Sections of the reference, for example `5.3, 7`. */
  readonly section: string
  readonly title: string
  readonly status: Status
  /** Excluded by `--rule`. */
  readonly unselected?: true
  /** With `--baseline`: failed once, and passed when sent again, so it does not count as a change. */
  readonly unconfirmed?: true
  /** Number of cases; for an invariant, of judged exchanges. */
  readonly cases: number
  /** If the run ended early: the number of cases at its depth. */
  readonly plannedCases?: number
  /** For `--resume`, if cases are left: those that need not be repeated, as ranges of their indexes. */
  readonly passedCases?: readonly (readonly [from: number, to: number])[]
  /** With `--resume`: the number of cases that come from the run of this time. */
  readonly earlier?: { readonly startedAt: string; readonly cases: number }
  readonly requests: number
  readonly durationMs: number
  readonly reason?: string
  /** Id of the violated rule that blocks this one. */
  readonly blockedBy?: string
  /** What a skipped rule needs and the target lacks. */
  readonly missing?: readonly Need[]
  /** Informational: `revoked keys were refused 3 ms after the revocation returned`. */
  readonly note?: string
  /** Percentiles of the response times of this rule's requests, in milliseconds. */
  readonly latency?: { readonly p50: number; readonly p99: number }
  readonly observation?: Json
  /** Result of a timing rule. */
  readonly measurement?: Measurement
  readonly failure?: Failure
}

export interface Failure {
  /** The violated rule to look at first: this one judges by what it tests, its response is the same, or the same header shows it. */
  readonly follows?: { readonly rule: string; readonly because: Because }
  /** Number of rules that this violation blocks, or that follow it. */
  readonly explains?: number
  /** Their ids. */
  readonly explained?: readonly string[]
  /** Those that it blocks; the others fail with it. */
  readonly blocks?: readonly string[]
  /** What happened, in one sentence; absent if the rule has only its title. */
  readonly headline?: string
  /** One line: the headline, or expected and actual. */
  readonly summary: string
  /** The violated clauses verbatim, a line each with its section. */
  readonly clause: string
  readonly expected: string
  readonly actual: string
  /** A failure of the run only with `--strict`, although others of the rule are errors. */
  readonly warning?: true
  /** The difference between two responses that must be equal. */
  readonly difference?: Difference
  readonly meaning: string
  readonly causes: readonly string[]
  /** The decisive response is an error that has the status of a success: the cause of all such failures is one. */
  readonly hidesError?: true
  /** The counterexample as text: `page=2, per_page=51`. */
  readonly case?: string
  /** The smallest violating case after shrinking. */
  readonly counterexample: Json
  readonly seed: number
  /** The single request that reproduces the failure; always set for an invariant. Secrets are references to settings. */
  readonly request?: Req
  /** The few requests whose responses contradict each other, where no single one reproduces the failure. */
  readonly requests?: readonly Req[]
  /** For an invariant: the source of the request, unless the rule itself sent it and its description suffices. */
  readonly origin?: Origin
  /** Position of the case in the seeded sequence; with `--seed` it reproduces the case. */
  readonly path: string
  /** Set if the case failed in only some attempts: `1 of 2`. */
  readonly flaky?: string
  /** What separates the failing responses from the conforming ones: `all 41 failing responses, and none of 212 conforming ones: has_more false`. */
  readonly pattern?: string
  /** Its requests are those of a failing case that is plainer than the counterexample. */
  readonly isPlainer?: true
  /** A warning also with `--strict`, such as a difference in response time below a millisecond. */
  readonly onlyWarning?: true
  /** Other cases like the counterexample. */
  readonly extent?: Extent
  /** The request with one change at a time. None is judged: the reference leaves some of them open. */
  readonly varied?: readonly Varied[]
  /** Set if the failure did not show when its request was sent again alone: how the other `requests` are sent with it. */
  readonly context?: RequestContext
  /** Common client whose headers and orders the requests had, if they were not the suite's own. */
  readonly client?: string
  /** POSIX shell command that reproduces the failure, with keys read from the settings; empty if there is none. */
  readonly curl: string
  /** Why neither it nor `requests` shows the failure, as a clause. */
  readonly noCurl?: string
  /** Command that repeats the rule with the same cases, or the whole run where `context` is set, and writes a separate report. */
  readonly again?: string
  readonly exchanges: readonly WrittenExchange[]
  /** With a control module: its calls and the requests, one line each, in chronological order. */
  readonly sequence?: readonly string[]
}

/** Cases like a counterexample, as text, the most similar first: how far the failure extends. */
export interface Extent {
  /** With what was wrong: `GET /nodes?size=49: size 50`. */
  readonly failing: readonly string[]
  readonly conforming: readonly string[]
}

/** Changes of a request that lead to the same response. */
export interface Varied {
  /** `with the revoked key`, `Accept: text/html`. */
  readonly changes: readonly string[]
  /** `403 with error.code "forbidden"`. */
  readonly response: string
}

/** Why a failure follows another one. */
export type Because = 'judged-by' | 'same-response' | 'same-check' | 'same-header' | 'same-context' | 'same-fault'

export const CONTEXTS = ['before', 'same connection', 'concurrent', 'later', 'unknown'] as const
/**
 * The context in which a request shows a failure: after others, after others on its connection, at the same time, or only later in the
 * run than others like it.
 */
export type RequestContext = (typeof CONTEXTS)[number]

export interface Origin {
  /** The rule that sent the request; `preflight` or `closing` before and after all rules. */
  readonly rule: string
  /** Path of the case as in `Failure`, or `all` for any case. Absent if a description of the request suffices. */
  readonly path?: string
  readonly case?: Json
}

export interface Difference {
  /** `header order`, `body, byte 17`, `record 3`. */
  readonly at: string
  readonly one: { readonly label: string; readonly text: string }
  readonly other: { readonly label: string; readonly text: string }
}

/** A redacted exchange. */
export interface WrittenExchange {
  readonly request: {
    readonly method: string
    readonly url: string
    /** The request line has the whole URL. */
    readonly absolute?: true
    readonly headers: readonly (readonly [name: string, value: string])[]
    /** Condition of the credential: `wrong-secret (character 33 of the secret changed)`. */
    readonly credential: string
    /** Common client whose headers and orders the request has; absent for the suite's own. */
    readonly client?: string
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

/** The role of a pair of classes in a comparison. */
export type Role =
  /** A difference would be a leak. */
  | 'compared'
  /** Two unissued keys, which no server can distinguish: a difference is not a leak of key state. */
  | 'placebo'
  /** One of the classes is a missing or malformed key, which the client knows: a difference leaks nothing. */
  | 'informational'

/** The result of a timing rule, for tables and plots. All times in microseconds. */
export interface Measurement {
  /** The outcome in a sentence. */
  readonly summary: string
  /** Number of blocks without warm-up. */
  readonly blocks: number
  /** The smallest shift detectable with 80% probability; null if none is. */
  readonly detectable: number | null
  /** Decimal logarithm of the e-value that rejects. */
  readonly threshold: number
  /** Quantiles of the `times`, for a cumulative distribution. */
  readonly quantiles: readonly number[]
  readonly classes: readonly { readonly label: string; readonly answers: number; readonly times: readonly number[] }[]
  readonly pairs: readonly MeasuredPair[]
}

export interface MeasuredPair {
  readonly slower: string
  readonly faster: string
  /** Stratum of the blocks; empty for all blocks. */
  readonly part: string
  readonly role: Role
  readonly blocks: number
  readonly shift: number
  /** Bounds of the interval; null if there were too few blocks. */
  readonly lower: number | null
  readonly upper: number | null
  /** The decimal logarithm of the largest e-value. */
  readonly evidence: number
  /** The difference is significant and not negligible. */
  readonly rejected: boolean
}

/** The number of decided rules, and the ids of the others by reason. Excludes observations. */
export interface Coverage {
  /** Number of rules of severity error. */
  readonly required: number
  /** Number of decided rules among them. */
  readonly decided: number
  /** Inconclusive, or blocked by another rule. */
  readonly undecided: readonly string[]
  /** A setting is missing, or an option excludes the rule. */
  readonly skipped: readonly string[]
  /** Excluded by `--rule`. */
  readonly unselected: readonly string[]
  /** Decided with fewer cases than planned because the run ended early. */
  readonly cutShort: readonly string[]
}
