import type { TestProject } from 'vitest/node'
import { readSettings, targetsFrom } from '../../config/read-settings.ts'
import type { Variant } from '../../core/rule.ts'
import { MANUAL, type Settings } from '../../core/settings.ts'
import { UsageError } from '../../core/usage-error.ts'
import { type Bundled, startBundled } from '../../engine/reference-server.ts'
import { bundledControl } from '../control.ts'

const { CONFORMANCE_DEPTH: depth = 'quick', CONFORMANCE_SEED: seed, CONFORMANCE_TIMING } = process.env

/** Before the rules of a variant run as tests: finds out against what. The bundled server is a new one each time. */
export default async function setup(project: TestProject): Promise<() => void> {
  const variant = project.name as Variant
  // A broken implied rule is what who writes rules wants to see.
  const flags = { depth, strict: true, 'no-timing': CONFORMANCE_TIMING === undefined, ...(seed && { seed }) }
  const { settings } = readSettings(flags, process.env, process.cwd())
  if (settings.control?.file === MANUAL)
    throw new UsageError(`${settings.control.from}: manual asks at a terminal: use run`)
  const own = settings.targets.filter((target) => target.variant === variant)
  if (settings.targets.length > 0 && own.length === 0)
    throw new UsageError(
      `TENANT_${variant.toUpperCase()}_BASE_URL: not set, but --project ${variant} asks for this variant`,
    )
  if (own.length > 0) {
    provide(project, { ...settings, targets: own })
    return () => undefined
  }
  let bundled: Bundled | undefined
  const start = async () => {
    bundled?.stop()
    bundled = await startBundled()
    provide(project, {
      ...settings,
      targets: targetsFrom(bundled.variables, [variant]),
      control: bundledControl(bundled),
    })
  }
  await start()
  project.onTestsRerun(start)
  return () => bundled?.stop()
}

function provide(project: TestProject, settings: Settings): void {
  const [target] = settings.targets
  project.provide('settings', settings)
  process.stdout.write(
    `${target?.baseUrl}, depth ${settings.depth}, seed ${settings.seed}; no report is written: \`npm start\` does\n`,
  )
}
