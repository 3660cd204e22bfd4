import { proxyFor, shownProxy } from '../client/proxy.ts'
import { INSECURE } from '../report/insecure.ts'
import { isInsecure } from '../run/way.ts'
import type { Settings } from '../settings.ts'
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
