import type { Handler } from '../../core/handler.ts'
import { MANUAL } from '../../core/settings.ts'
import { UsageError } from '../../core/usage-error.ts'
import { prepareOut } from '../../report/prepare-out.ts'
import { prepare } from '../api/certify.ts'
import type { CertifyOptions } from '../api/certify-options.ts'
import { deploymentFor } from '../load-settings.ts'
import { rulesAsTests } from './rules-as-tests.ts'

/** Registers one vitest test per rule; see `vitest.d.ts`. */
export async function conformance(target?: string | URL | Handler, options?: CertifyOptions): Promise<void> {
  const { settings, runOptions } = target === undefined ? fromEnvironment() : await prepare(target, options)
  await rulesAsTests({ ...settings, variants: settings.targets.map(({ variant }) => variant) }, async () => {
    if (settings.out !== '') prepareOut(settings.out, 'out')
    return { settings, options: runOptions, again: (id, seed) => `conformance with seed: ${seed}; npx vitest -t ${id}` }
  })
}

function fromEnvironment() {
  const { settings, variants } = deploymentFor({})
  if (settings.control?.file === MANUAL)
    throw new UsageError(`${settings.control.from}: manual asks at a terminal: use the command`)
  const targets = settings.targets.filter(({ variant }) => variants.includes(variant))
  return { settings: { ...settings, targets }, runOptions: undefined }
}
