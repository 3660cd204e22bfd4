import { isLoopback } from '../core/loopback.ts'
import type { Way } from '../core/network.ts'
import { proxyFor } from './proxy.ts'
import { shellWord } from './shell-word.ts'

/** Options of curl that make it go the same way, as far as it would not by itself. */
export function curlWay(baseUrl: string, way: Way = {}): string[] {
  const { origin, protocol, hostname } = new URL(baseUrl)
  return [...(protocol === 'https:' ? ofTrust(way) : []), ...ofProxy(origin, protocol, hostname, way)]
}

function ofTrust({ ca, insecure }: Way): string[] {
  if (insecure) return ['-k']
  return ca ? ['--cacert', shellWord(ca.file)] : []
}

/** curl reads HTTPS_PROXY, but HTTP_PROXY only in small letters, and would ask a proxy for this machine. */
function ofProxy(origin: string, protocol: string, hostname: string, { proxies }: Way): string[] {
  if (!proxies) return []
  if (isLoopback(hostname)) return ['--noproxy', "'*'"]
  const proxy = protocol === 'http:' ? proxyFor(origin, proxies) : undefined
  return proxy ? ['-p', '-x', `"$${proxy.from}"`] : []
}
