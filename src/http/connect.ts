import { createSecureContext, getCACertificates, type SecureContext } from 'node:tls'
import type { buildConnector } from 'undici'
import type { Authority, Way } from '../core/network.ts'
import { tunnelTo } from './proxy.ts'

export type Connect = buildConnector.BuildOptions | buildConnector.connector

/** What undici connects to an origin by. Whatever the environment says of certificates, they are checked unless the way says not to. */
export function connectTo(origin: string, timeout: number, way: Way = {}): Connect {
  const trust = way.ca && { secureContext: trusting(way.ca) }
  const endpoint = { ...trust, rejectUnauthorized: !way.insecure }
  const options = { timeout, endpoint, proxy: { ...trust } }
  return tunnelTo(origin, way.proxies, options) ?? { timeout, ...endpoint }
}

const contexts = new Map<string, SecureContext>()

/** Made once: reading the hundred and more certificates that Node trusts takes longer than a handshake. */
function trusting({ certificates }: Authority): SecureContext {
  const key = certificates.join()
  const known = contexts.get(key) ?? createSecureContext({ ca: [...getCACertificates('default'), ...certificates] })
  contexts.set(key, known)
  return known
}
