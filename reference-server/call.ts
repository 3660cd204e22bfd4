import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { type Behaviour, conforming } from './behaviour.ts'
import type { Site } from './site.ts'
import type { Call, Company, Dataset, Endpoint, Failure, Form, KeyRecord, Project, Variant } from './types.ts'

/** A call over Node's raw request: keeps the raw headers and parses the query lazily. */
export class HttpCall implements Call {
  readonly variant: Variant
  readonly endpoint: Endpoint
  readonly method: string
  readonly path: string
  readonly search: string
  readonly n: number
  readonly worker: number
  readonly params: { project?: string; dataset?: string }
  readonly now: number
  readonly connectedAt: number
  readonly conforming: Behaviour = conforming
  readonly memory: Map<string, unknown>
  readonly #behaviour: Behaviour
  readonly #rawHeaders: readonly string[]
  #query: URLSearchParams | undefined

  form?: Form
  failure?: Failure
  record?: KeyRecord
  key?: KeyRecord
  company?: Company
  page?: bigint
  size?: number
  since?: number
  project?: Project
  dataset?: Dataset

  constructor(site: Site, request: IncomingMessage, n: number, endpoint: Endpoint, at: Where) {
    const url = request.url ?? '/'
    const mark = url.indexOf('?')
    this.variant = at.variant
    this.endpoint = endpoint
    this.params = at.params
    this.method = request.method ?? 'GET'
    this.path = mark < 0 ? url : url.slice(0, mark)
    this.search = mark < 0 ? '' : url.slice(mark + 1)
    this.n = n
    this.worker = site.behaviour.worker(n)
    this.now = site.now()
    this.connectedAt = connectedAt(request.socket, this.now)
    this.memory = site.memory
    this.#behaviour = site.behaviour
    this.#rawHeaders = request.rawHeaders
  }

  once<T>(name: string, make: () => T): T {
    if (!this.memory.has(name)) this.memory.set(name, make())
    return this.memory.get(name) as T
  }

  header(name: string): string[] {
    const values: string[] = []
    const raw = this.#rawHeaders
    for (let i = 0; i < raw.length; i += 2) {
      if (this.#behaviour.headerNamed(raw[i]!, name, this)) values.push(raw[i + 1]!)
    }
    return values
  }

  query(name: string): string[] {
    if (this.search === '') return []
    this.#query ??= new URLSearchParams(this.search)
    return this.#query.getAll(name)
  }

  cookie(name: string): string | undefined {
    const pairs = this.header('cookie').flatMap((line) => line.split(/; */))
    return pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1)
  }
}

const firstRequests = new WeakMap<Socket, number>()

function connectedAt(socket: Socket, now: number): number {
  const known = firstRequests.get(socket)
  if (known === undefined) firstRequests.set(socket, now)
  return known ?? now
}

interface Where {
  variant: Variant
  params: { project?: string; dataset?: string }
}
