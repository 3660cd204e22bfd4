import type { Settings } from '../core/settings.ts'
import { proxyFor, shownProxy } from '../http/proxy.ts'

type Reached = Pick<Settings, 'targets' | 'network'>

/** Whether the run skipped the certificate check of an HTTPS target. */
export const isInsecure = ({ targets, network }: Reached): boolean =>
  network?.insecure === true && targets.some(({ baseUrl }) => baseUrl.startsWith('https:'))

/** The proxy of a target, as a report shows it. */
export function proxyOf(baseUrl: string, network: Settings['network']): { proxy?: string } {
  const proxy = proxyFor(new URL(baseUrl).origin, network?.proxies)
  return proxy ? { proxy: shownProxy(proxy) } : {}
}
