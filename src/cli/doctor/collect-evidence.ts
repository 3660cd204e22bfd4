import type { Catalog } from '../../core/catalog.ts'
import type { Exchange, Req } from '../../core/exchange.ts'
import { defaultRate } from '../../core/network-options.ts'
import { suite } from '../../core/package.ts'
import type { Stop } from '../../core/preflight.ts'
import type { Probe, Probes } from '../../core/probe.ts'
import type { Settings, TargetSettings } from '../../core/settings.ts'
import type { ControlFunction, Target } from '../../core/target.ts'
import { requestIdentity } from '../../engine/session/request-identity.ts'
import { baseTarget, secretsOf } from '../../engine/session/supplied-keys.ts'
import { createClient, Stopped } from '../../http/client.ts'
import { type Connection, watchConnections } from './connection.ts'

/** Per variant, including retries. */
export const MOST_REQUESTS = 12
/** For a deployment that is starting or busy for a moment. */
const RETRIES = 1

/** What the requests of `doctor` revealed about one variant. */
export interface Evidence {
  readonly target: Target
  readonly stop?: Stop
  /** The request limit was reached before a project and a dataset were found. */
  readonly incomplete: boolean
  /** Probes of supplied keys with their exchanges. */
  readonly probed: readonly (readonly [Probe, Exchange])[]
  /** In order of sending; the first uses the active key. */
  readonly exchanges: readonly Exchange[]
  readonly requests: number
  readonly connection: Connection
}

interface Options {
  readonly settings: Settings
  readonly supplied: TargetSettings
  readonly catalog: Catalog
  readonly probes: Probes
  readonly control: readonly ControlFunction[]
  readonly signal: AbortSignal
}

/** Sends the requests of `doctor`, one at a time. */
export async function collectEvidence(options: Options): Promise<Evidence> {
  const { settings, supplied, catalog, probes, control, signal } = options
  const secrets = secretsOf(supplied)
  const { baseUrl } = supplied
  const exchanges: Exchange[] = []
  const connections = watchConnections(new URL(baseUrl).origin)
  const client = createClient({
    ...settings,
    ...{ baseUrl, secrets, signal, version: suite.version, concurrency: 1 },
    rate: settings.rate ?? defaultRate(baseUrl),
    maxRequests: MOST_REQUESTS,
    onExchange: (x) => void exchanges.push(x),
  })
  const send = (req: Req) => client.send(req, 'doctor', { retries: RETRIES })
  let target: Target = { ...baseTarget(supplied, secrets), control }
  try {
    const otherKeys = Object.keys(supplied.keys).length - 1
    const once = sendOnce(send, () => MOST_REQUESTS - otherKeys - client.stats().retries)
    const seen = await catalog.preflight({ target, once, lookAround: 0 }).catch(ignoreStopped)
    if (seen && 'learnt' in seen) target = { ...target, ...seen.learnt }
    const stop = seen && 'stop' in seen ? seen : undefined
    const probed = stop ? [] : await probe(probes.probesOf(target), send)
    const { requests } = client.stats()
    return { target, stop, incomplete: !seen, probed, exchanges, requests, connection: connections.seen }
  } finally {
    connections.stop()
    await client.close()
  }
}

/** Sends each request once, up to a number of requests. */
function sendOnce(send: (req: Req) => Promise<Exchange>, most: () => number): (req: Req) => Promise<Exchange> {
  const sent = new Map<string, Promise<Exchange>>()
  return async (req) => {
    const key = requestIdentity(req)
    if (!sent.has(key) && sent.size >= most()) throw new Stopped('doctor sends no more for this', 'budget')
    const sending = sent.get(key) ?? send(req)
    sent.set(key, sending)
    return sending
  }
}

async function probe(probes: readonly Probe[], send: (req: Req) => Promise<Exchange>): Promise<[Probe, Exchange][]> {
  const probed: [Probe, Exchange][] = []
  for (const one of probes) {
    const x = await send(one.req).catch(ignoreStopped)
    if (!x) break
    probed.push([one, x])
  }
  return probed
}

function ignoreStopped(error: unknown): undefined {
  if (!(error instanceof Stopped)) throw error
}
