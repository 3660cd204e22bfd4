import type { Problem } from '../core/exchange.ts'
import type { Turns } from './request-queue.ts'

export interface RawAnswer {
  readonly status: number
  readonly reason: string
  readonly headers: readonly (readonly [name: string, value: string])[]
  /** As it came, any Content-Encoding still on it. */
  readonly body: Buffer
}

/** One sending of a request: exactly one of `answer` and `problem` is there. */
export interface Attempt {
  /** Milliseconds since the epoch. */
  readonly sentAt: number
  /** Milliseconds from the request's first byte to the answer's last. */
  readonly ms: number
  readonly answer?: RawAnswer
  readonly problem?: Problem
  readonly transient?: boolean
}

export interface Limits {
  /** Milliseconds until the answer must be complete. */
  readonly timeout: number
  /** Bytes of a body. */
  readonly maxBody: number
  /** Queue in which a body that turns out to be large waits until others are complete. */
  readonly largeBodies?: Turns
  /** Ends the attempt at once with a problem of kind `stopped`. */
  readonly signal: AbortSignal
}
