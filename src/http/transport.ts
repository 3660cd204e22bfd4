import { type Dispatcher, Pool } from 'undici'
import type { WireRequest } from '../core/exchange.ts'
import type { Way } from '../core/network.ts'
import type { Attempt, Limits } from './attempt.ts'
import { connectTo } from './connect.ts'
import { Recorder } from './recorder.ts'

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
