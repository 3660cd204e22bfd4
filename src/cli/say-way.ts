import type { Settings } from '../core/settings.ts'
import { isInsecure } from '../engine/network-of-target.ts'
import { proxyFor, shownProxy } from '../http/proxy.ts'
import { INSECURE } from '../report/run-text.ts'
import { complain } from './errors.ts'

/** Says before anything is sent what a user may not have in mind: certificates that nobody checks, a proxy in between. */
export function sayWay(settings: Settings): void {
  if (isInsecure(settings)) complain(INSECURE)
  for (const { variant, baseUrl } of settings.targets) {
    const proxy = proxyFor(new URL(baseUrl).origin, settings.way?.proxies)
    if (proxy)
      complain(`variant ${variant.toUpperCase()} is asked through the proxy ${shownProxy(proxy)} (${proxy.from})`)
  }
}
