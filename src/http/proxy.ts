import { type buildConnector, Dispatcher, EnvHttpProxyAgent } from 'undici'
import { isLoopback } from '../core/loopback.ts'
import type { Proxies, ProxyAt } from '../core/network.ts'

export interface TunnelOptions {
  readonly timeout: number
  /** TLS with the origin, and with the proxy. */
  readonly endpoint: buildConnector.BuildOptions
  readonly proxy: buildConnector.BuildOptions
}

type Connector = buildConnector.connector

/**
 * How undici's own agent connects to an origin by these proxies; undefined: directly. Only its way to connect is taken: the agent
 * itself would make one of headers of the same name, and what is sent here is sent as the rule gave it. So everything goes
 * through a tunnel (CONNECT), also to an origin without TLS.
 */
export function tunnelTo(
  origin: string,
  proxies: Proxies | undefined,
  { timeout, endpoint, proxy }: TunnelOptions,
): Connector | undefined {
  const uri = candidateFor(origin, proxies)?.url
  if (uri === undefined) return undefined
  class Idle extends Dispatcher {
    override dispatch = () => true
  }
  let tunnel: Connector | undefined
  const agent = new EnvHttpProxyAgent({
    ...{ httpProxy: uri, httpsProxy: uri, noProxy: proxies!.except, proxyTunnel: true },
    ...{ connectTimeout: timeout, requestTls: endpoint, proxyTls: proxy },
    factory: (_origin: string, { connect }: { connect?: Connector }) => {
      tunnel = connect
      return new Idle()
    },
  } as ConstructorParameters<typeof EnvHttpProxyAgent>[0])
  agent.dispatch({ origin, path: '/', method: 'GET' }, {})
  const found = tunnel
  // HTTP/2 would lower-case the header names.
  return found && ((options, done) => found({ ...options, allowH2: false } as typeof options, done))
}

/** The proxy that requests to an origin go through. */
export function proxyFor(origin: string, proxies: Proxies | undefined): ProxyAt | undefined {
  const tunnel = tunnelTo(origin, proxies, { timeout: 1, endpoint: {}, proxy: {} })
  return tunnel && candidateFor(origin, proxies)
}

/** What is on this machine is its user's own: no proxy would find it. */
function candidateFor(origin: string, proxies: Proxies | undefined): ProxyAt | undefined {
  const { protocol, hostname } = new URL(origin)
  if (isLoopback(hostname)) return undefined
  return protocol === 'https:' ? proxies?.https : proxies?.http
}

/** Without user name and password. */
export function shownProxy({ url }: ProxyAt): string {
  const { protocol, host } = new URL(url)
  return `${protocol}//${host}`
}
