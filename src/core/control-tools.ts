import type { ControlId } from './control-module.ts'
import type { Json } from './json.ts'
import type { ControlFunction, Key } from './target.ts'

/** One thing that was done at the console. No secret stands in it. */
export interface ControlStep {
  readonly call: ControlFunction
  readonly args: readonly Json[]
  /** Milliseconds since the epoch, by the clock of `Exchange.sentAt`. */
  readonly calledAt: number
  readonly returnedAt: number
  /** Exactly one of the three is there: what it returned (null: nothing), why the console refused it, what went wrong. */
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
 * The control module as rules use it. Every call is recorded as a step. A refusal is thrown as an error that `isRefused` knows;
 * `orRefused` makes a value of it. Any other error, or no return in time, ends the case inconclusive.
 */
export interface ControlTools {
  readonly a: ControlToolsA
  readonly b: ControlToolsB
  /** What was done in this case so far, in the order in which the calls returned. */
  readonly steps: readonly ControlStep[]
  /** Whether the module has the function: for what a rule can use but does not need. */
  has(name: ControlFunction): boolean
  /** A person does it at a console: a call takes minutes. */
  readonly byHand: boolean
}

/** Only at a target of variant A. */
export interface ControlToolsA {
  createKey(choice?: { scopes?: readonly string[]; expiresAt?: string }): Promise<CreatedKey>
  disableKey(key: Key): Promise<Done>
  enableKey(key: Key): Promise<Done>
  revokeKey(key: Key): Promise<Done>
  createUser(): Promise<Done & { readonly id: ControlId }>
  touchUser(id: ControlId): Promise<Done & { readonly updatedAt: string }>
}

/** An administrator who may issue keys, some scopes that this person holds, and some of those that it lacks. */
export interface LimitedAdministrator {
  readonly person: string
  readonly holds: readonly string[]
  readonly lacks: readonly string[]
}

/** Only at a target of variant B. */
export interface ControlToolsB {
  createKey(choice?: {
    /** A name that tells where the key comes from, where left out. */
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
