import type { Dispatcher } from 'undici'
import { connectTo } from './connect.ts'
import type { Problem, Req } from './exchange.ts'
import type { Intake } from './intake.ts'
import { Recorder } from './recorder.ts'
import { Pool } from './undici.ts'
import type { Way } from './way.ts'

/** Exactly what goes out. `headers` are flat: name, value, name, value. */
export interface WireRequest {
  readonly method: NonNullable<Req['method']>
  /** Path and query. */
  readonly path: string
  readonly headers: string[]
}

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
  /** Of all bodies under way. */
  readonly intake?: Intake
  /** Ends the attempt at once with a problem of kind `stopped`. */
  readonly signal: AbortSignal
}

/** What requests go out by. */
export interface Transport {
  dispatch(request: WireRequest, recorder: Dispatcher.DispatchHandler): unknown
  /** Ends requests in flight. */
  destroy(): Promise<unknown>
}

/** A pool is bound to one origin: what is sent through it cannot reach another, and it follows no redirect. */
export function openPool(origin: string, connections: number, timeout: number, way?: Way): Pool {
  return new Pool(origin, {
    connections,
    pipelining: 1,
    allowH2: false, // HTTP/2 would lower-case the header names
    maxHeaderSize: 64 * 1024,
    connect: connectTo(origin, timeout, way),
    // Both miss an answer that drips; the deadline of the attempt does not.
    headersTimeout: 0,
    bodyTimeout: 0,
  })
}

/** Sends once. Rejects only for a request that must not be sent at all: a bug of the suite. */
export function attempt(pool: Transport, request: WireRequest, limits: Limits): Promise<Attempt> {
  return new Promise((resolve, reject) => {
    pool.dispatch({ ...request }, new Recorder(limits, resolve, reject))
  })
}
