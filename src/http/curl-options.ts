import { isLoopback } from '../core/loopback.ts'
import type { NetworkOptions } from '../core/network.ts'
import { proxyFor } from './proxy.ts'
import { shellWord } from './shell-word.ts'

/** Options that make curl connect as the suite does, where its defaults differ. */
export function curlOptions(baseUrl: string, network: NetworkOptions = {}): string[] {
  const { origin, protocol, hostname } = new URL(baseUrl)
  return [...(protocol === 'https:' ? trustOptions(network) : []), ...proxyOptions(origin, protocol, hostname, network)]
}

function trustOptions({ ca, insecure }: NetworkOptions): string[] {
  if (insecure) return ['-k']
  return ca ? ['--cacert', shellWord(ca.file)] : []
}

/** curl reads HTTPS_PROXY, but HTTP_PROXY only in lower case, and would use a proxy for this machine. */
function proxyOptions(origin: string, protocol: string, hostname: string, { proxies }: NetworkOptions): string[] {
  if (!proxies) return []
  if (isLoopback(hostname)) return ['--noproxy', "'*'"]
  const proxy = protocol === 'http:' ? proxyFor(origin, proxies) : undefined
  return proxy ? ['-p', '-x', `"$${proxy.from}"`] : []
}
