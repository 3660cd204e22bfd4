import type { Req, WireRequest } from './exchange.ts'

/** Measures the duration of single requests over a dedicated connection. */
export interface Stopwatch {
  /** Prepares a request, so that sending it takes no further work. */
  load(req: Req): Shot
  /** Sends the request once and waits for the last byte of the response. Rejects with `Stopped`. */
  time(shot: Shot): Promise<Lap>
  close(): Promise<void>
}

export type Shot = WireRequest

export interface Lap {
  /** Microseconds from the first byte of the request to the last byte of the response; NaN without a response. */
  readonly us: number
  /** Whether the request opened a connection. */
  readonly fresh: boolean
  readonly status?: number
  readonly problem?: string
}
