import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'
import type { Resource } from './pipeline.ts'
import type { Endpoint } from './types.ts'

export interface Env {
  Bindings: HttpBindings
}
export type Handler = (c: Context<Env>) => Response | Promise<Response>
/** Creates the handler of a route. */
export type Serve = (endpoint: Endpoint, resource: Resource) => Handler
