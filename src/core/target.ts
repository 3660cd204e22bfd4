import type { ControlFunction } from './control-module.ts'
import type { Variant } from './literal-types.ts'
import type { Secrets } from './secret-text.ts'

export type { ControlFunction }

/** A precondition of a rule. `supply` explains how to meet it. */
export type Need =
  | 'key'
  | `key:${'no-scope' | 'no-module' | 'revoked' | 'expired' | 'disabled'}`
  | 'second-key'
  | 'other-company'
  | 'other-tenant'
  | 'project'
  | 'dataset'
  | 'dataset:ordered'
  /** The columns of its ORDER BY are known. */
  | 'dataset:order-by'
  | RelatedNeed
  | 'timing'
  /** A real HTTP server, for rules on its behaviour or timing. */
  | 'socket'
  | `control.${ControlFunction}`

/** What preflight looks for beside the project and the dataset under test. */
export type RelatedNeed = 'second-project' | 'second-dataset' | 'empty-project' | 'empty-dataset'

export type KeyCondition =
  | 'active'
  | 'no-scope'
  | 'no-module'
  | 'revoked'
  | 'expired'
  | 'disabled'
  | 'other-company'
  | 'other-tenant'

/** A key without its secret: its prefix and key_id, and the setting that holds the whole key. */
export interface Key {
  /** Name of the setting, for example `TENANT_A_KEY`. */
  readonly env: string
  readonly prefix: string
  readonly keyId: string
}

/** A column of an ORDER BY. */
export interface OrderColumn {
  readonly column: string
  readonly descending: boolean
}

/** Ids beside the project and the dataset under test. */
export interface Related {
  /** Another project with datasets or nodes, and one of its datasets. */
  readonly secondProject?: string
  readonly itsDataset?: string
  /** Another dataset of the project, with rows. */
  readonly secondDataset?: string
  /** A project with neither datasets nor nodes. */
  readonly emptyProject?: string
  /** A dataset of the project without rows. */
  readonly emptyDataset?: string
}

/** A deployment under test, with the results of preflight. */
export interface Target {
  readonly variant: Variant
  /** `{base_url}` without a trailing slash. */
  readonly baseUrl: string
  readonly keys: { readonly active: Key } & { readonly [C in KeyCondition]?: Key }
  readonly secrets: Secrets
  /** Seed of the run, from which keys are made up (default: 0, for a plan that sends nothing). */
  readonly seed?: number
  /** B: a project with datasets and nodes, and one of its datasets with rows; from the settings or preflight. */
  readonly project?: string
  readonly dataset?: string
  readonly ordered: boolean
  /** The ORDER BY of the dataset's query, if the settings name it. */
  readonly orderBy?: readonly OrderColumn[]
  /** B: other projects and datasets that preflight found; undefined if it did not look for any. */
  readonly related?: Related
  /** B: projects that preflight read to find the one under test. */
  readonly lookedAt?: number
  /** B: endpoints that the no-scope key may not read: `projects`, `rows`, ... */
  readonly noScopeEndpoints: readonly string[]
  /** List sizes by endpoint (`/users`), and other numbers that preflight observed and cases are built from. */
  readonly sizes: Readonly<Record<string, number>>
  /** The target is a function in this process, without an HTTP server. */
  readonly inProcess?: boolean
  /** Functions of the control module; undefined without one. */
  readonly control?: readonly ControlFunction[]
}
