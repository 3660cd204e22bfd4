import { type Dispatcher, Pool } from 'undici'
import type { WireRequest } from '../core/exchange.ts'
import type { NetworkOptions } from '../core/network.ts'
import type { Attempt, Limits } from './attempt.ts'
import { connectorFor } from './connector.ts'
import { ResponseHandler } from './response-handler.ts'

/** Sends requests to one origin: a pool of connections, or a function in this process. */
export interface Transport {
  dispatch(request: WireRequest, handler: Dispatcher.DispatchHandler): unknown
  /** Ends requests in flight. */
  destroy(): Promise<unknown>
}

/** Opens a pool of connections to one origin. It follows no redirect, so nothing it sends reaches another origin. */
export function openPool(origin: string, connections: number, timeout: number, network?: NetworkOptions): Pool {
  return new Pool(origin, {
    connections,
    pipelining: 1,
    allowH2: false, // HTTP/2 would lower-case the header names
    maxHeaderSize: 64 * 1024,
    connect: connectorFor(origin, timeout, network),
    // Neither ends a response that drips; the time limit of the attempt does.
    headersTimeout: 0,
    bodyTimeout: 0,
  })
}

/** Sends a request once. Rejects only for a request that must not be sent, which is a bug of the suite. */
export function attempt(transport: Transport, request: WireRequest, limits: Limits): Promise<Attempt> {
  return new Promise((resolve, reject) => {
    transport.dispatch({ ...request }, new ResponseHandler(limits, resolve, reject))
  })
}
