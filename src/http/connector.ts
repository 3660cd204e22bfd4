import { createSecureContext, getCACertificates, type SecureContext } from 'node:tls'
import type { buildConnector } from 'undici'
import type { Authority, NetworkOptions } from '../core/network.ts'
import { tunnelTo } from './proxy.ts'

export type Connector = buildConnector.BuildOptions | buildConnector.connector

/** How undici connects to an origin. Certificates are verified unless the options say not to, whatever the environment says. */
export function connectorFor(origin: string, timeout: number, network: NetworkOptions = {}): Connector {
  const trust = network.ca && { secureContext: trusting(network.ca) }
  const endpoint = { ...trust, rejectUnauthorized: !network.insecure }
  const options = { timeout, endpoint, proxy: { ...trust } }
  return tunnelTo(origin, network.proxies, options) ?? { timeout, ...endpoint }
}

const contexts = new Map<string, SecureContext>()

/** Cached: reading the hundred and more certificates that Node trusts takes longer than a handshake. */
function trusting({ certificates }: Authority): SecureContext {
  const key = certificates.join()
  const context = contexts.get(key) ?? createSecureContext({ ca: [...getCACertificates('default'), ...certificates] })
  contexts.set(key, context)
  return context
}
