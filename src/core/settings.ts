import type { Attestation } from './attestation.ts'
import type { ExpectedFailure } from './expected-failure.ts'
import type { NetworkOptions } from './network-options.ts'
import type { ReplayCase } from './replay-case.ts'
import type { RuleResult } from './results.ts'
import type { Depth, Variant } from './rule.ts'
import type { KeyCondition, OrderColumn } from './target.ts'

/** Validated settings of a run. Options override the environment, which overrides `.env`. Serializable. */
export interface Settings {
  readonly targets: readonly TargetSettings[]
  /** All keys in the settings, including those of a variant that this run does not test: the report redacts every one. */
  readonly held?: readonly SuppliedKey[]
  /** File from which printed commands read the keys that are not in the environment. */
  readonly keyFile?: KeyFile
  readonly depth: Depth
  /** Patterns of `--rule`; empty selects all rules. */
  readonly rules: readonly string[]
  readonly seed: number
  readonly concurrency: number
  /** Requests per second. Default: unlimited on loopback, 50 elsewhere. */
  readonly rate?: number
  /** Milliseconds for one request and its response. */
  readonly timeout: number
  /** Milliseconds for the whole run. */
  readonly deadline?: number
  /** When the deadline passes, in milliseconds since the epoch; set once the run has started. */
  readonly endsAt?: number
  /** Milliseconds to wait, before the run, until the deployment responds. */
  readonly wait?: number
  /** The first failed rule ends the run. */
  readonly failFast?: boolean
  /** Tests only a part of the rules. */
  readonly shard?: { readonly index: number; readonly of: number }
  /** Request budget of each target. */
  readonly maxRequests?: number
  readonly network?: NetworkOptions
  readonly strict: boolean
  readonly requireComplete: boolean
  readonly timing: boolean
  /** Directory of the report. */
  readonly out: string
  readonly reporters: readonly string[]
  /** Which exchanges the run records in full. */
  readonly record: 'failures' | 'all'
  /** The report that this run continues. */
  readonly resume?: Resume
  /** Runs only these cases. */
  readonly replay?: readonly ReplayCase[]
  readonly control?: ControlSetting
  /** Revision of the catalogue (default: the latest). */
  readonly catalogue?: number
  /** The target is the bundled reference server. */
  readonly demo?: boolean
  /** Expected failures. */
  readonly expect?: readonly ExpectedFailure[]
  readonly attest?: AttestSetting
  /** The statements in that file. */
  readonly attestations?: readonly Attestation[]
}

/** An earlier run whose decided rules and passed cases are kept. */
export interface Resume {
  /** ISO 8601. */
  readonly startedAt: string
  readonly rules: readonly RuleResult[]
}

/** The file with the statements of the operator. */
export interface AttestSetting {
  readonly from: '--attest' | 'TENANT_ATTEST'
  /** Absolute path. */
  readonly file: string
}

export interface ControlSetting {
  readonly from: '--control' | 'TENANT_CONTROL'
  /** Absolute path of the control module, or MANUAL to prompt a person at the terminal. */
  readonly file: string
  /** Variables added to `process.env` for the module. */
  readonly variables: Readonly<Record<string, string>>
}

export const MANUAL = 'manual'

export interface TargetSettings {
  readonly variant: Variant
  /** `{base_url}` without a trailing slash. */
  readonly baseUrl: string
  /** Full keys with the settings that hold them. Besides `Secrets`, the only place for secrets. */
  readonly keys: { readonly active: SuppliedKey } & { readonly [C in KeyCondition]?: SuppliedKey }
  readonly project?: string
  readonly dataset?: string
  readonly ordered: boolean
  readonly orderBy?: readonly OrderColumn[]
  readonly noScopeEndpoints: readonly string[]
}

export interface SuppliedKey {
  /** Name of the setting; empty in `held` for a secret that is no key of the API. */
  readonly env: string
  readonly value: string
}

/** A settings file, and the names of the keys defined only there. */
export interface KeyFile {
  readonly path: string
  readonly names: readonly string[]
  /** Those that a line `NAME=value` sets. */
  readonly plain?: readonly string[]
}

export type VariantProgress = { readonly variant: Variant } & Progress

export interface Progress {
  readonly requests: number
  readonly retries: number
  readonly serverErrors: number
  readonly rulesDone: number
  readonly rulesTotal: number
  /** Ids of the rules that are not done. */
  readonly pending: readonly string[]
  /** Estimated number of requests of the unfinished rules. */
  readonly requestsLeft: number
  /** The part of these that measures time, and the estimated duration in milliseconds. */
  readonly timingLeft: { readonly requests: number; readonly ms: number }
  /** Failures whose requests are being sent again, alone. */
  readonly confirming: number
  /** Ids of the rules that fail the run, without warnings. */
  readonly failed: readonly string[]
  /** Created keys that are not yet revoked. */
  readonly openKeys: readonly string[]
}
