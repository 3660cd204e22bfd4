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
  /** The text of the refusal or error, before it was redacted, held half of a secret or more. */
  readonly quotesSecret?: true
}

export interface Done {
  readonly step: ControlStep
}

export interface CreatedKey extends Done {
  readonly key: Key
}

export type CreatedKeyState = 'active' | 'disabled' | 'expired' | 'revoked'

/** A key that the run created: its state by the control calls so far, and whether the API has applied it. */
export interface KeyHistory {
  readonly key: Key
  /** Undefined where a control call failed, or led to a state that the reference does not show. */
  readonly state?: CreatedKeyState
  /** When the call that led to the state returned, in milliseconds since the epoch. */
  readonly since: number
  /** Calls that concern the key, in order: `createKey, disableKey`. */
  readonly calls: readonly ControlFunction[]
  /** A request in this state got 401. */
  readonly isRefused: boolean
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
  /** Every key of the run, in the order of creation, from whichever rule. */
  createdKeys(): Promise<readonly KeyHistory[]>
  /** A person performs the calls at a console: each takes minutes. */
  readonly byHand: boolean
}

/** What a text about a key holds; the text itself may hold the secret. */
export interface KeyText {
  /** 12 or more consecutive characters of the secret. */
  readonly holdsSecret: boolean
  /** 23 or more consecutive characters of the secret of another key. */
  readonly holdsOtherSecret: boolean
  readonly holdsKeyId: boolean
  readonly holdsPrefix: boolean
  /** It differs from the text that was read before about this key; false for the first one. */
  readonly hasChanged: boolean
  /** It has future dates in ISO form, but not the expiry date in any time zone. */
  readonly hasOtherDates: boolean
}

/** Control functions of both variants. */
interface ControlToolsBoth {
  showKey(key: Key): Promise<Done & KeyText>
  storedKey(key: Key): Promise<Done & KeyText>
  /** Reads the log since the key was created. */
  logsSince(key: Key): Promise<Done & KeyText>
}

/** Control functions of variant A. */
export interface ControlToolsA extends ControlToolsBoth {
  createKey(choice?: { scopes?: readonly string[]; expiresAt?: string }): Promise<CreatedKey>
  disableKey(key: Key): Promise<Done>
  enableKey(key: Key): Promise<Done>
  revokeKey(key: Key): Promise<Done>
  createUser(): Promise<Done & { readonly id: ControlId }>
  touchUser(id: ControlId): Promise<Done & { readonly updatedAt: string }>
  setExpiry(key: Key, expiresAt: string): Promise<Done>
}

/** An administrator who may issue keys, with some of the scopes that this person holds and lacks. */
export interface LimitedAdministrator {
  readonly person: string
  readonly holds: readonly string[]
  readonly lacks: readonly string[]
}

/** Control functions of variant B. */
export interface ControlToolsB extends ControlToolsBoth {
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
  changePassword(person: string): Promise<Done>
  removeRole(person: string): Promise<Done>
  ordinaryPerson(): Promise<Done & { readonly person: string }>
}
