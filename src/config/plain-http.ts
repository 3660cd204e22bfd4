import { isLoopback } from '../core/loopback.ts'
import type { Variant } from '../core/rule.ts'
import type { TargetSettings } from '../core/settings.ts'
import { UsageError } from '../core/usage-error.ts'

const INSTEAD = 'use https://, or, where the network is yours, add --allow-http (or TENANT_ALLOW_HTTP=true)'

/** Keys are not sent in clear text over a network. `nameOf`: the setting that the base URL came from. */
export function refusePlainHttp(
  targets: readonly Pick<TargetSettings, 'variant' | 'baseUrl'>[],
  nameOf: (variant: Variant) => string,
): void {
  const lines = targets.flatMap(({ variant, baseUrl }) => {
    const { protocol, host, hostname } = new URL(baseUrl)
    if (protocol !== 'http:' || isLoopback(hostname)) return []
    return [`${nameOf(variant)}: http:// would send keys to ${host} unencrypted; ${INSTEAD}`]
  })
  if (lines.length > 0) throw new UsageError(...lines)
}
