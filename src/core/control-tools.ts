import type { ControlId } from './control-module.ts'
import type { Json } from './json.ts'
import type { ControlFunction, Key } from './target.ts'

/** One recorded call of the control module, without secrets. */
export interface ControlStep {
  readonly call: ControlFunction
  readonly args: readonly Json[]
  /** Milliseconds since the epoch, on the same clock as `Exchange.sentAt`. */
  readonly calledAt: number
  readonly returnedAt: number
  /** Exactly one of these is set: the result (null if empty), why the console refused, or what went wrong. */
  readonly result?: Json
  readonly refused?: string
  readonly error?: string
}

export interface Done {
  readonly step: ControlStep
}

export interface CreatedKey extends Done {
  readonly key: Key
}

/**
 * The control module as seen by rules. Every call is recorded as a step. A refusal throws an error that `isRefused` detects;
 * `orRefused` returns it as a value. Any other error or a timeout makes the case inconclusive.
 */
export interface ControlTools {
  readonly a: ControlToolsA
  readonly b: ControlToolsB
  /** The steps of this case so far, in the order in which the calls returned. */
  readonly steps: readonly ControlStep[]
  /** Whether the module has the function, for functions that a rule uses but does not need. */
  has(name: ControlFunction): boolean
  /** A person performs the calls at a console: each takes minutes. */
  readonly byHand: boolean
}

/** Control functions of variant A. */
export interface ControlToolsA {
  createKey(choice?: { scopes?: readonly string[]; expiresAt?: string }): Promise<CreatedKey>
  disableKey(key: Key): Promise<Done>
  enableKey(key: Key): Promise<Done>
  revokeKey(key: Key): Promise<Done>
  createUser(): Promise<Done & { readonly id: ControlId }>
  touchUser(id: ControlId): Promise<Done & { readonly updatedAt: string }>
}

/** An administrator who may issue keys, with some of the scopes that this person holds and lacks. */
export interface LimitedAdministrator {
  readonly person: string
  readonly holds: readonly string[]
  readonly lacks: readonly string[]
}

/** Control functions of variant B. */
export interface ControlToolsB {
  createKey(choice?: {
    /** Default: a name that states the origin of the key. */
    name?: string
    lifetimeDays?: number | null
    scopes?: readonly string[]
    issuedBy?: string
  }): Promise<CreatedKey & { readonly expiresAt: string | null }>
  renewKey(key: Key, choice: { lifetimeDays: number }): Promise<Done & { readonly expiresAt: string | null }>
  revokeKey(key: Key): Promise<Done>
  revokeKeysIssuedBy(person: string): Promise<Done>
  removePerson(person: string): Promise<Done>
  appendRow(place: { projectId: string; datasetId: string }): Promise<Done>
  expireKey(key: Key): Promise<Done>
  limitedAdministrator(): Promise<Done & LimitedAdministrator>
}
