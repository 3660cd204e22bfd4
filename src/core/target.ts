import type { Secrets } from './secret-text.ts'
import type { Variant } from './vocabulary.ts'

/** What a rule cannot do without. `supply` tells people how to provide it. */
export type Need =
  | 'key'
  | `key:${'no-scope' | 'no-module' | 'revoked' | 'expired' | 'disabled'}`
  | 'second-key'
  | 'other-company'
  | 'project'
  | 'dataset'
  | 'dataset:ordered'
  | 'timing'
  /** A server that speaks HTTP: what it does itself, or how long it takes. */
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

/** A key without its secret: `<prefix>_<key_id>_` in clear, and the setting that holds the whole. */
export interface Key {
  /** Name of the setting, for example `TENANT_A_KEY`. */
  readonly env: string
  readonly prefix: string
  readonly keyId: string
}

/** A deployment under test, and what preflight learnt of it. */
export interface Target {
  readonly variant: Variant
  /** `{base_url}`, without a slash at its end. */
  readonly baseUrl: string
  readonly keys: { readonly active: Key } & { readonly [C in KeyCondition]?: Key }
  readonly secrets: Secrets
  /** B: a project with datasets and nodes, and a dataset of it with rows: given, or found by preflight. */
  readonly project?: string
  readonly dataset?: string
  readonly ordered: boolean
  /** B: endpoints for which the no-scope key lacks the scope, as in the setting: `projects`, `rows`, ... */
  readonly noScopeEndpoints: readonly string[]
  /** Sizes of lists as preflight saw them, by endpoint (`/users`), and other numbers that cases are made from. */
  readonly sizes: Readonly<Record<string, number>>
  /** It is a function in this process: there is no HTTP server. */
  readonly inProcess?: boolean
  /** What the control module can do at this target; left out: there is none. */
  readonly control?: readonly ControlFunction[]
}
