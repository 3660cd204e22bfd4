import { createSecureContext, getCACertificates, type SecureContext } from 'node:tls'
import { type buildConnector, Dispatcher, EnvHttpProxyAgent } from 'undici'
import type { Authority, ClientCertificate, NetworkOptions, Proxies, ProxyAt } from '../core/network-options.ts'
import { isLoopback } from '../core/network-options.ts'

interface TunnelOptions {
  readonly timeout: number
  /** TLS with the origin, and with the proxy. */
  readonly endpoint: buildConnector.BuildOptions
  readonly proxy: buildConnector.BuildOptions
}

type Connect = buildConnector.connector

/**
 * How undici's own agent connects to an origin by these proxies; undefined: directly. Only its way to connect is taken: the agent
 * itself would make one of headers of the same name, and what is sent here is sent as the rule gave it. So everything goes
 * through a tunnel (CONNECT), also to an origin without TLS.
 */
function tunnelTo(
  origin: string,
  proxies: Proxies | undefined,
  { timeout, endpoint, proxy }: TunnelOptions,
): Connect | undefined {
  const uri = candidateFor(origin, proxies)?.url
  if (uri === undefined) return undefined
  class Idle extends Dispatcher {
    override dispatch = () => true
  }
  let tunnel: Connect | undefined
  const agent = new EnvHttpProxyAgent({
    ...{ httpProxy: uri, httpsProxy: uri, noProxy: proxies!.except, proxyTunnel: true },
    ...{ connectTimeout: timeout, requestTls: endpoint, proxyTls: proxy },
    factory: (_origin: string, { connect }: { connect?: Connect }) => {
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

type Connector = buildConnector.BuildOptions | buildConnector.connector

/** How undici connects to an origin. Only the options, never the environment, can turn off the verification of certificates. */
export function connectorFor(origin: string, timeout: number, network: NetworkOptions = {}): Connector {
  const { ca, clientCertificate, insecure } = network
  const endpoint = { ...secureContext(ca, clientCertificate), rejectUnauthorized: !insecure }
  const options = { timeout, endpoint, proxy: secureContext(ca) }
  return tunnelTo(origin, network.proxies, options) ?? { timeout, ...endpoint }
}

const contexts = new Map<string, SecureContext>()

/** Cached: reading the hundred and more certificates that Node trusts takes longer than a handshake. */
function secureContext(authority?: Authority, client?: ClientCertificate): { secureContext?: SecureContext } {
  if (!authority && !client) return {}
  const name = [...(authority?.certificates ?? []), client?.cert, client?.key].join()
  const ca = authority && [...getCACertificates('default'), ...authority.certificates]
  const context = contexts.get(name) ?? createSecureContext({ ca, cert: client?.cert, key: client?.key })
  contexts.set(name, context)
  return { secureContext: context }
}
