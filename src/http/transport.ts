import { type Dispatcher, Pool } from 'undici'
import type { WireRequest } from '../core/exchange.ts'
import type { NetworkOptions } from '../core/network-options.ts'
import type { Attempt, Limits } from './attempt.ts'
import { connectorFor } from './proxy.ts'
import { ResponseHandler } from './response-handler.ts'

/** Sends requests to one origin: a pool of connections, or a function in this process. */
export interface Transport {
  dispatch(request: WireRequest, handler: Dispatcher.DispatchHandler): unknown
  /** Ends requests in flight. */
  destroy(): Promise<unknown>
}

/** How every connection is opened and read. */
export const connectionOptions = (origin: string, timeout: number, network?: NetworkOptions) => ({
  pipelining: 1,
  allowH2: false, // HTTP/2 would lower-case the header names
  maxHeaderSize: 64 * 1024,
  connect: connectorFor(origin, timeout, network),
  // Neither ends a response that drips; the time limit of the attempt does.
  headersTimeout: 0,
  bodyTimeout: 0,
})

/** Opens a pool of connections to one origin. It follows no redirect, so nothing it sends reaches another origin. */
export const openPool = (origin: string, connections: number, timeout: number, network?: NetworkOptions): Pool =>
  new Pool(origin, { connections, ...connectionOptions(origin, timeout, network) })

/** Sends a request once. Rejects only for a request that must not be sent, which is a bug of the suite. */
export function attempt(transport: Transport, request: WireRequest, limits: Limits): Promise<Attempt> {
  return new Promise((resolve, reject) => {
    transport.dispatch({ ...request }, new ResponseHandler(limits, resolve, reject))
  })
}
