import type { Problem } from '../core/exchange.ts'
import type { Queue } from './queue.ts'

/** A response before it is decoded and redacted. */
export interface RawResponse {
  readonly status: number
  readonly reason: string
  readonly headers: readonly (readonly [name: string, value: string])[]
  /** As received, with any Content-Encoding. */
  readonly body: Buffer
}

/** One attempt at a request: has exactly one of `response` and `problem`. */
export interface Attempt {
  /** Milliseconds since the epoch. */
  readonly sentAt: number
  /** Milliseconds from the first byte of the request to the last of the response. */
  readonly ms: number
  readonly response?: RawResponse
  readonly problem?: Problem
  readonly transient?: boolean
}

export interface Limits {
  /** Milliseconds until the response must be complete. */
  readonly timeout: number
  /** Bytes of a body. */
  readonly maxBody: number
  /** Queue in which a body that turns out to be large waits until others are complete. */
  readonly largeBodies?: Queue
  /** Ends the attempt immediately with a problem of kind `stopped`. */
  readonly signal: AbortSignal
}
