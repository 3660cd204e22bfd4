import { readSettings } from '../../config/read-settings.ts'
import type { Variant } from '../../core/literal-types.ts'
import { MANUAL } from '../../core/settings.ts'
import { UsageError } from '../../core/usage-error.ts'
import { prepareOut } from '../../report/prepare-out.ts'
import { openTargets } from '../load-settings.ts'
import { rulesAsTests } from './rules-as-tests.ts'

declare global {
  interface ImportMeta {
    /** From Vite. */
    readonly glob: (pattern: string) => unknown
  }
}

const { CONFORMANCE_DEPTH: depth = 'quick', CONFORMANCE_SEED: seed, CONFORMANCE_TIMING } = process.env

/** The rules of a variant as tests, for their authors: against the deployment of the settings, or else a new reference server. */
export async function checkoutRules(variant: Variant): Promise<void> {
  const out = `conformance-report/vitest-${variant}`
  const flags = {
    depth,
    strict: true,
    out,
    ...(CONFORMANCE_TIMING === undefined ? { 'no-timing': true } : { timing: true }),
    ...(seed && { seed }),
  }
  const { settings } = readSettings(flags, process.env, process.cwd())
  if (settings.control?.file === MANUAL)
    throw new UsageError(`${settings.control.from}: manual asks at a terminal: use run`)
  const targets = settings.targets.filter((target) => target.variant === variant)
  if (settings.targets.length > 0 && targets.length === 0)
    throw new UsageError(
      `TENANT_${variant.toUpperCase()}_BASE_URL: not set, but --project ${variant} tests this variant`,
    )
  const again = (id: string, seed: number) => `CONFORMANCE_SEED=${seed} npx vitest --project ${variant} -t ${id}`
  await rulesAsTests({ ...settings, variants: [variant] }, async () => {
    prepareOut(out)
    const opened = await openTargets({ ...settings, demo: targets.length === 0 }, [variant])
    return { settings: opened.settings, again, close: opened.stop }
  })
}
