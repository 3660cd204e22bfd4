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
