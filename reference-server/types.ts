import type { Behaviour } from './behaviour.ts'

export type Variant = 'a' | 'b'
export type ListName = 'projects' | 'datasets' | 'nodes'
export type Endpoint = 'users' | ListName | 'rows' | 'company' | 'unknown'
/** Location of the credential: the documented header, Bearer, or a location that only a faulty server reads. */
export type Form = 'x-api-key' | 'bearer' | 'other'
export type Failure = 'missing' | 'malformed' | 'unknown' | 'wrong-secret' | 'revoked' | 'expired' | 'disabled'
/** The stages of a request; `order` defines their order. */
export type Step = 'credential' | 'permission' | 'method' | 'query' | 'lookup'
export type Header = readonly [name: string, value: string]

export type StoredState = 'active' | 'disabled' | 'revoked'
export type KeyState = StoredState | 'expired'
export type Transition = 'disable' | 'enable' | 'revoke' | 'renew'

export interface KeyParts {
  prefix: string
  keyId: string
  secret: string
}

/** A key as the store keeps it: a digest, never the secret. Times are ms since 1970. */
export interface KeyRecord {
  readonly keyId: string
  readonly variant: Variant
  readonly companyId: number
  readonly digest: Uint8Array
  readonly state: StoredState
  readonly createdAt: number
  readonly expiresAt: number | undefined
  readonly scopes: readonly string[]
  readonly issuedBy: string
  readonly name: string
}

export interface Company {
  readonly id: number
  readonly name: string
  readonly modules: readonly string[]
}

export interface Person {
  readonly id: string
  readonly companyId: number
  readonly scopes: readonly string[]
}

/** Times of users are µs since 1970: fine enough for fractional seconds, exact in a number. */
export interface User {
  readonly id: number
  readonly companyId: number
  readonly name: string
  readonly email: string
  readonly createdAt: number
  readonly updatedAt: number
}

export interface Item {
  readonly id: number
  readonly name: string
  readonly createdAt: number
}
export interface Project extends Item {
  readonly companyId: number
}
export interface Dataset extends Item {
  readonly projectId: number
  readonly sql: string
}
export type Cell = string | number | null
export type Row = readonly Cell[]

/** The range of a list that a page covers; `total` is the size of the whole list. */
export interface Window {
  readonly offset: bigint
  readonly limit: number
  readonly total: number
}
/** Reads a range of a list in order; empty outside the list. */
export type Read<T> = (offset: bigint, limit: number) => T[]

/** What is wrong with a parameter. */
export interface Problem {
  readonly problem: string
  readonly parameter: string
}

export interface ErrorSpec {
  readonly status: number
  readonly code: string
  readonly message: string
  readonly details?: unknown
}

/** The results of all credential checks, collected before any is evaluated. */
export interface Check {
  readonly presented: boolean
  readonly wellFormed: boolean
  readonly found: boolean
  readonly equal: boolean
  readonly revoked: boolean
  readonly disabled: boolean
  readonly expired: boolean
}

/** A location to search for a credential. */
export type Source =
  | { readonly in: 'header' | 'query' | 'cookie'; readonly name: string }
  | { readonly in: 'bearer' | 'basic' }

export interface ResponseParts {
  status: number
  reason?: string
  headers: Header[]
  body: string | Uint8Array
  /** Delay before the response is sent, ms; fractions use a busy loop. */
  delayMs?: number
}

/** One request with its state so far: the last argument of every decision during a request. */
export interface Call {
  readonly variant: Variant
  readonly endpoint: Endpoint
  readonly method: string
  readonly path: string
  /** The raw query string, without its question mark. */
  readonly search: string
  /** Number of the request, from 0. */
  readonly n: number
  /** The simulated worker that serves the request. */
  readonly worker: number
  readonly params: { readonly project?: string; readonly dataset?: string }
  /** The server's clock at arrival, ms. */
  readonly now: number
  /** The server's clock at the first request of the connection, ms. */
  readonly connectedAt: number
  /** The conforming decisions, which an intermittent fault falls back to. */
  readonly conforming: Behaviour
  /** State of this server for stateful faults. */
  readonly memory: Map<string, unknown>
  /** Created on the first call with this name, then kept by the server. */
  once<T>(name: string, make: () => T): T
  /** Every value of a request header, in order. */
  header(name: string): string[]
  /** Every value of a query parameter, decoded, in order. */
  query(name: string): string[]
  cookie(name: string): string | undefined

  form?: Form
  failure?: Failure
  /** The key found by its key_id, whether it was accepted or not. */
  record?: KeyRecord
  /** The key that authenticated. */
  key?: KeyRecord
  company?: Company
  page?: bigint
  size?: number
  /** updated_since in µs (variant A). */
  since?: number
  project?: Project
  dataset?: Dataset
}

/** The admin side's counterpart of a call. */
export interface AdminContext {
  readonly variant: Variant
  readonly now: number
  /** Of all keys of the variant. */
  readonly prefix: string
  readonly conforming: Behaviour
  readonly memory: Map<string, unknown>
}
