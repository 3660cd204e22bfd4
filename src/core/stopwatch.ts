import type { Req, WireRequest } from './exchange.ts'

/** Measures how long single requests take, over a connection that nothing else uses. */
export interface Stopwatch {
  /** Makes a request ready, so that nothing is left to do before its first byte goes out. */
  load(req: Req): Shot
  /** Sends it once and waits for the last byte of the answer. Rejects with `Stopped`. */
  time(shot: Shot): Promise<Lap>
  /** The next request goes over a new connection. */
  reconnect(): Promise<void>
  close(): Promise<void>
}

export type Shot = WireRequest

export interface Lap {
  /** Microseconds from the first byte of the request to the last of the answer; NaN where none came. */
  readonly us: number
  /** A connection was opened for it. */
  readonly fresh: boolean
  readonly status?: number
  readonly problem?: string
}
