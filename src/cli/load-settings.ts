import { join } from 'node:path'
import type { RunFlags } from '../config/options.ts'
import { type Read, readSettings, targetsFrom } from '../config/read-settings.ts'
import { extension, home, matchesPatterns, ruleIds } from '../core/catalog.ts'
import { COMMAND } from '../core/package.ts'
import type { Variant } from '../core/rule.ts'
import { type ControlSetting, MANUAL, type Settings } from '../core/settings.ts'
import { UsageError } from '../core/usage-error.ts'
import { isInsecure } from '../engine/assemble-report.ts'
import { loadControlModule } from '../engine/control/load-control-module.ts'
import { startBundled } from '../engine/reference-server.ts'
import { proxyFor, shownProxy } from '../http/proxy.ts'
import { INSECURE } from '../report/verdict-text.ts'
import { complain, messageOf } from './errors.ts'
import { hideInOutput } from './hide-keys.ts'
import { unknownRule } from './rules.ts'

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

/**
 * The variants with at least one selected rule: a target without any would end without a verdict. Throws a UsageError for a
 * pattern that matches no rule, since the run would test less than its author believes.
 */
export async function variantsChosen(
  patterns: Settings['rules'],
  variants: readonly Variant[],
  setting = '--rule',
): Promise<readonly Variant[]> {
  if (patterns.length === 0) return variants
  const ids = await ruleIds(variants)
  const unmatched = patterns.filter((pattern) => !ids.some((id) => matchesPatterns(id, [pattern])))
  if (unmatched.length > 0)
    throw new UsageError(...unmatched.map((pattern) => `${setting}: ${problemOf(pattern, ids, variants)}`))
  return variants.filter((variant) => ids.some((id) => id.startsWith(`${variant}.`) && matchesPatterns(id, patterns)))
}

/** The accepted failures in the file of `--expect`. Loads the YAML library, which few runs need. */
export async function expectations(path: string | undefined): Promise<Settings['expect']> {
  if (path === undefined) return undefined
  const { readExpectations } = await import('../config/read-entries.ts')
  // In UTC.
  return readExpectations(path, new Date().toISOString().slice(0, 10), await ruleIds())
}

function problemOf(pattern: string, ids: readonly string[], variants: readonly Variant[]): string {
  const where = variants.length === 1 ? ` of variant ${variants[0]!.toUpperCase()}` : ''
  if (pattern.includes('*'))
    return `no rule${where} matches ${JSON.stringify(pattern)}; \`${COMMAND} rules\` lists them`
  return unknownRule(pattern, ids)
}

/** Before any request: a control module that cannot be used is one line, and so is a terminal that is none. */
export async function checkControl(control: ControlSetting | undefined): Promise<void> {
  if (!control) return
  const { from, file } = control
  if (file !== MANUAL)
    await loadControlModule(control).catch((error) => {
      throw new UsageError(`${from}: ${messageOf(error)}`)
    })
  else if (!process.stdin.isTTY || !process.stdout.isTTY)
    throw new UsageError(`${from}: manual asks at a terminal, and standard input or output is none`)
}

/** Printed first, so that the verdict is not taken for that of a deployment. */
export const DEMO = 'demo: this is the bundled reference server, not your deployment'

/** The settings with the targets of these variants. A demo starts the bundled server, which `stop` ends, with its control module. */
export async function openTargets(
  settings: Settings,
  variants: readonly Variant[],
): Promise<{ settings: Settings; stop(): void }> {
  if (!settings.demo) {
    const targets = settings.targets.filter(({ variant }) => variants.includes(variant))
    return { settings: { ...settings, targets }, stop: () => {} }
  }
  const { variables, stop } = await startBundled()
  const file = join(home, 'reference-server/control', `module${extension}`)
  const control: ControlSetting = { from: '--control', file, variables }
  return { settings: { ...settings, targets: targetsFrom(variables, variants), control }, stop }
}

/** Warns before sending about unverified certificates and proxies, which a user may have forgotten. */
export function sayWay(settings: Settings): void {
  if (isInsecure(settings)) complain(INSECURE)
  for (const { variant, baseUrl } of settings.targets) {
    const proxy = proxyFor(new URL(baseUrl).origin, settings.network?.proxies)
    if (proxy)
      complain(`requests to variant ${variant.toUpperCase()} go through the proxy ${shownProxy(proxy)} (${proxy.from})`)
  }
}
