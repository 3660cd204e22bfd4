import type { Settings } from '../core/settings.ts'
import { isInsecure } from '../engine/target-network.ts'
import { proxyFor, shownProxy } from '../http/proxy.ts'
import { INSECURE } from '../report/run-text.ts'
import { complain } from './errors.ts'

/** Warns before sending about unverified certificates and proxies, which a user may have forgotten. */
export function sayWay(settings: Settings): void {
  if (isInsecure(settings)) complain(INSECURE)
  for (const { variant, baseUrl } of settings.targets) {
    const proxy = proxyFor(new URL(baseUrl).origin, settings.network?.proxies)
    if (proxy)
      complain(`requests to variant ${variant.toUpperCase()} go through the proxy ${shownProxy(proxy)} (${proxy.from})`)
  }
}
