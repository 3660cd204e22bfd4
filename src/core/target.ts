import type { Secrets } from './secret-text.ts'
import type { Variant } from './vocabulary.ts'

/** A precondition of a rule. `supply` explains how to meet it. */
export type Need =
  | 'key'
  | `key:${'no-scope' | 'no-module' | 'revoked' | 'expired' | 'disabled'}`
  | 'second-key'
  | 'other-company'
  | 'project'
  | 'dataset'
  | 'dataset:ordered'
  | 'timing'
  /** A real HTTP server, for rules on its behaviour or timing. */
  | 'socket'
  | `control.${ControlFunction}`

export type ControlFunction =
  | 'createKey'
  | 'disableKey'
  | 'enableKey'
  | 'revokeKey'
  | 'renewKey'
  | 'revokeKeysIssuedBy'
  | 'removePerson'
  | 'createUser'
  | 'touchUser'
  | 'appendRow'
  | 'expireKey'
  | 'limitedAdministrator'

export type KeyCondition = 'active' | 'no-scope' | 'no-module' | 'revoked' | 'expired' | 'disabled' | 'other-company'

/** A key without its secret: its prefix and key_id, and the setting that holds the whole key. */
export interface Key {
  /** Name of the setting, for example `TENANT_A_KEY`. */
  readonly env: string
  readonly prefix: string
  readonly keyId: string
}

/** A deployment under test, with the results of preflight. */
export interface Target {
  readonly variant: Variant
  /** `{base_url}` without a trailing slash. */
  readonly baseUrl: string
  readonly keys: { readonly active: Key } & { readonly [C in KeyCondition]?: Key }
  readonly secrets: Secrets
  /** B: a project with datasets and nodes, and one of its datasets with rows; from the settings or preflight. */
  readonly project?: string
  readonly dataset?: string
  readonly ordered: boolean
  /** B: endpoints that the no-scope key may not read: `projects`, `rows`, ... */
  readonly noScopeEndpoints: readonly string[]
  /** List sizes by endpoint (`/users`), and other numbers that preflight observed and cases are built from. */
  readonly sizes: Readonly<Record<string, number>>
  /** The target is a function in this process, without an HTTP server. */
  readonly inProcess?: boolean
  /** Functions of the control module; undefined without one. */
  readonly control?: readonly ControlFunction[]
}
