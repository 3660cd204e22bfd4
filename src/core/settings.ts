import type { Entry } from './expected-failure.ts'
import type { NetworkOptions } from './network.ts'
import type { ReplayCase } from './replay-case.ts'
import type { Depth, Variant } from './rule.ts'
import type { KeyCondition } from './target.ts'

/** Checked settings of a run: flags over environment over `.env`. Plain data: it crosses to the worker thread. */
export interface Settings {
  readonly targets: readonly TargetSettings[]
  /** Every key that the settings hold, of a variant that is not tried, too: none of them is written. */
  readonly held?: readonly SuppliedKey[]
  /** Where printed commands read keys from that the environment does not hold. */
  readonly keyFile?: KeyFile
  readonly depth: Depth
  /** Patterns of `--rule`; empty: all. */
  readonly rules: readonly string[]
  readonly seed: number
  readonly concurrency: number
  /** Requests per second; undefined: unlimited on loopback, 50 elsewhere. */
  readonly rate?: number
  /** Milliseconds for one request with its answer. */
  readonly timeout: number
  /** Milliseconds for the whole run, and the moment they are over (since the epoch), once it has begun. */
  readonly deadline?: number
  readonly endsAt?: number
  /** Per target. */
  readonly maxRequests?: number
  readonly network?: NetworkOptions
  readonly strict: boolean
  readonly requireComplete: boolean
  readonly timing: boolean
  /** Directory of the report. */
  readonly out: string
  readonly reporters: readonly string[]
  /** Which exchanges are kept in full. */
  readonly record: 'failures' | 'all'
  /** Only these cases are tried. */
  readonly replay?: readonly ReplayCase[]
  readonly control?: ControlSetting
  /** Revision of the catalogue that is tried (default: the latest). */
  readonly catalogue?: number
  /** The target is the bundled reference server. */
  readonly demo?: boolean
  /** Failures that are accepted. */
  readonly expect?: readonly Entry[]
}

export interface ControlSetting {
  readonly from: '--control' | 'TENANT_CONTROL'
  /** Absolute path of the control module; MANUAL: a person is asked at the terminal. */
  readonly file: string
  /** Variables that the module finds in `process.env` besides those of the environment. */
  readonly variables: Readonly<Record<string, string>>
}

export const MANUAL = 'manual'

export interface TargetSettings {
  readonly variant: Variant
  /** `{base_url}`, without a slash at its end. */
  readonly baseUrl: string
  /** Full keys, each with the setting it came from. The only place besides `Secrets` where secrets stand. */
  readonly keys: { readonly active: SuppliedKey } & { readonly [C in KeyCondition]?: SuppliedKey }
  readonly project?: string
  readonly dataset?: string
  readonly ordered: boolean
  readonly noScopeEndpoints: readonly string[]
}

export interface SuppliedKey {
  readonly env: string
  readonly value: string
}

/** A settings file, and the names of the keys that only it holds. */
export interface KeyFile {
  readonly path: string
  readonly names: readonly string[]
}
