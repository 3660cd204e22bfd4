import type { Report } from './report/results.ts'

export type {
  Difference,
  Failure,
  Measurement,
  Report,
  RuleResult,
  RunInfo,
  Status,
  TargetResult,
  Verdict,
  WrittenExchange,
} from './report/results.ts'

/**
 * The control module: what a person would do in the admin UI, as functions. Each one is optional; a rule whose functions
 * are not there is skipped. All are async, and return when what they did has taken effect as far as the system says.
 * Times are ISO 8601. A refusal by the system under test is thrown as a `ControlRefused`.
 */
export interface Control {
  readonly a?: ControlA
  readonly b?: ControlB
}

/** An id as the API shows it. */
export type ControlId = string | number | bigint

/** Variant A: keys that can be disabled and enabled, and a list of users. */
export interface ControlA {
  /** A key of the company of `TENANT_A_KEY`, with all scopes where none are named; without an expiry where none is named. */
  createKey?(choice: { scopes?: readonly string[]; expiresAt?: string }): Promise<{ key: string; keyId: string }>
  disableKey?(keyId: string): Promise<unknown>
  enableKey?(keyId: string): Promise<unknown>
  revokeKey?(keyId: string): Promise<unknown>
  /** A user of the company, at the end of `GET /users`. */
  createUser?(): Promise<{ id: ControlId }>
  /** Changes something about a user. `updatedAt`: the update time that `updated_since` compares with. */
  touchUser?(id: ControlId): Promise<{ updatedAt: string }>
}

/** Variant B: keys that an administrator issues and renews, and rows that a dataset reads. */
export interface ControlB {
  /**
   * A key of the company of `TENANT_B_KEY`. `lifetimeDays` left out: what the console proposes; null: an unlimited lifetime,
   * which the console should refuse. `issuedBy`: the administrator who issues it, by a name that the suite makes up.
   * `expiresAt` of what it returns: null where the console says that the key never expires.
   */
  createKey?(choice: {
    name: string
    lifetimeDays?: number | null
    scopes?: readonly string[]
    issuedBy?: string
  }): Promise<{ key: string; keyId: string; expiresAt: string | null }>
  renewKey?(keyId: string, choice: { lifetimeDays: number }): Promise<{ expiresAt: string | null }>
  revokeKey?(keyId: string): Promise<unknown>
  /** Revokes all live keys that this person issued, in one action. */
  revokeKeysIssuedBy?(person: string): Promise<unknown>
  /** The person leaves the company. */
  removePerson?(person: string): Promise<unknown>
  /** Adds a row to what the query of the dataset reads. */
  appendRow?(place: { projectId: string; datasetId: string }): Promise<unknown>
  /** Lets a key expire now, where the system has a way to do that. */
  expireKey?(keyId: string): Promise<unknown>
  /**
   * An administrator who may issue keys but lacks some scopes, by a name that `issuedBy` of `createKey` takes, with names of scopes
   * that this person holds and of scopes that this person lacks, best one that an endpoint of the API needs.
   */
  limitedAdministrator?(): Promise<{ person: string; holds: readonly string[]; lacks: readonly string[] }>
}

/** Adds the types; a plain object is accepted as well. */
export declare function defineControl<const C extends Control>(control: C): C

/** The system under test says no. Any error with this name counts. */
export declare class ControlRefused extends Error {
  override readonly name: 'ControlRefused'
}

/** A backend as a function: Hono's `app.fetch`, the handler of a Worker, a route of a framework of the Web. */
export type Handler = (request: Request) => Response | Promise<Response>

/** As the options of `tenant-conformance run`, in camel case. */
export interface CertifyOptions {
  /**
   * Keys and ids by the names of their settings: `{ TENANT_A_KEY: '...', TENANT_A_KEY_REVOKED: '...' }`, or `process.env`. No `.env`
   * file is read.
   */
  readonly settings: Readonly<Record<string, string | undefined>>
  /** Default: each that has settings. */
  readonly variant?: 'a' | 'b'
  /** Of a handler: what the URLs of its requests begin with, before `/api/public/v1` (default: http://localhost). */
  readonly baseUrl?: string
  /** Default: standard. */
  readonly depth?: 'quick' | 'standard' | 'exhaustive'
  /** Only rules whose id matches one of these patterns; `*` stands for anything. */
  readonly rules?: readonly string[]
  /** The same cases again. Default: a new one each time. */
  readonly seed?: number
  /** Requests under way at once (default: 16). */
  readonly concurrency?: number
  /** Requests per second (default: unlimited for a handler and on loopback, 50 elsewhere). */
  readonly rate?: number
  /** Milliseconds for one request (default: 10000). */
  readonly timeout?: number
  /** Send at most so many to each target. */
  readonly maxRequests?: number
  /** For the whole run: `90s`, `5m`. */
  readonly deadline?: string
  /** Keys may go to a base URL with http:// that is not on this machine. */
  readonly allowHttp?: boolean
  /** Path of a certificate authority to trust. */
  readonly ca?: string
  /** Accept any TLS certificate. */
  readonly insecure?: boolean
  /** Warnings fail the run, too. */
  readonly strict?: boolean
  /** Whether time is measured, where there is a URL (default: true). */
  readonly timing?: boolean
  /** What the admin UI does, or the path of a module that does. */
  readonly control?: Control | string
  /** Revision of the catalogue (default: the latest). */
  readonly catalogue?: number
  /** Path of a file with failures that are accepted. */
  readonly expect?: string
  /** Directory for the report; nothing is written without it. */
  readonly out?: string
  /** Files that are written there besides report.json (default: junit and html). */
  readonly reporters?: readonly ('json' | 'junit' | 'html' | 'markdown' | 'tap' | 'ctrf')[]
  /** Ends the run early: what is not tried by then is told as such. */
  readonly signal?: AbortSignal
}

/**
 * Tries every rule against a base URL, or against a handler in this process, and returns what `report.json` holds. A deployment that
 * breaks a rule is a result; what cannot be used of the options is thrown, as an error named `UsageError` with one line for each.
 */
export declare function certify(target: string | URL | Handler, options: CertifyOptions): Promise<Report>

/** What a person wants to know of a report, failures in full: for the message of an assertion. */
export declare function explain(report: Report): Promise<string>
