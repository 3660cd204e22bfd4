import { isLoopback } from '../core/loopback.ts'
import type { Variant } from '../core/rule.ts'
import type { TargetSettings } from '../core/settings.ts'
import { UsageError } from '../core/usage-error.ts'

/** Refuses to send keys unencrypted over a network. `nameOf`: the setting with the base URL. */
export function refusePlainHttp(
  targets: readonly Pick<TargetSettings, 'variant' | 'baseUrl'>[],
  nameOf: (variant: Variant) => string,
): void {
  const lines = targets.flatMap(({ variant, baseUrl }) => {
    const { protocol, host, hostname } = new URL(baseUrl)
    if (protocol !== 'http:' || isLoopback(hostname)) return []
    const instead = 'use https://, or in a trusted network --allow-http (or TENANT_ALLOW_HTTP=true)'
    return [`${nameOf(variant)}: http:// would send keys to ${host} unencrypted; ${instead}`]
  })
  if (lines.length > 0) throw new UsageError(...lines)
}
