import type { RunFlags } from '../config/options.ts'
import { type Read, readSettings } from '../config/read-settings.ts'
import { COMMAND } from '../core/package.ts'
import { UsageError } from '../core/usage-error.ts'
import { complain } from './errors.ts'
import { hideInOutput } from './protect-keys.ts'

/** Reads the settings, possibly without targets, and masks their keys in all later output. */
export function settingsFor(flags: RunFlags): Read {
  const read = readSettings(flags, process.env, process.cwd())
  hideInOutput(read.settings.held ?? [])
  for (const line of read.warnings) complain(line)
  return read
}

/** As `settingsFor`. Throws a UsageError when no deployment is named and no demo is requested. */
export function deploymentFor(flags: RunFlags): Read {
  const read = settingsFor(flags)
  if (read.settings.targets.length > 0 || read.settings.demo) return read
  throw new UsageError(
    `no deployment is named: set TENANT_A_BASE_URL and TENANT_A_KEY (or those of B) in the environment or in .env, which \`${COMMAND} init\` writes; --demo tests the bundled reference server instead`,
  )
}
