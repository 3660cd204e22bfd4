import type { Behaviour } from '../../../reference-server/behaviour.ts'
import { type Catalog, loadCatalog } from '../../core/catalog.ts'
import type { RuleResult } from '../../core/results.ts'
import type { Depth, Variant } from '../../core/rule.ts'
import type { Settings } from '../../core/settings.ts'
import { testTarget } from '../../engine/test-target.ts'
import { deploy } from './deployment.ts'

export interface TestChoice {
  readonly variant: Variant
  readonly rules: readonly string[]
  readonly depth: Depth
  readonly seed: number
  readonly behaviour?: Partial<Behaviour>
  readonly strict?: boolean
  /** Runs timing rules, too (default: false). */
  readonly timing?: boolean
  /** Uses the server's control module (default: true). */
  readonly control?: boolean
  /** Length of a synthetic user list, instead of the fixtures. */
  readonly users?: number
  readonly maxRequests?: number
}

export interface TestOutcome {
  readonly results: readonly RuleResult[]
  readonly requests: number
  readonly ms: number
}

const catalogs = new Map<Variant, Promise<Catalog>>()

/** Loads the catalogue of a variant, once per process. */
export function catalogOf(variant: Variant): Promise<Catalog> {
  const catalog = catalogs.get(variant) ?? loadCatalog(variant)
  catalogs.set(variant, catalog)
  return catalog
}

/** Runs the chosen rules against a new reference server. */
export async function tryAgainst({
  variant,
  behaviour,
  control = true,
  users,
  ...choice
}: TestChoice): Promise<TestOutcome> {
  const [catalog, deployment] = await Promise.all([catalogOf(variant), deploy(behaviour, users)])
  const target = deployment.target(variant)
  const startedAt = performance.now()
  const means = { catalog, control: control ? deployment.control : undefined }
  const test = await testTarget(settingsFor(choice, [target]), target, means)
  const { rules, target: totals } = await test.finish()
  await deployment.close()
  return { results: rules, requests: totals.requests, ms: performance.now() - startedAt }
}

export const settingsFor = (
  choice: Pick<TestChoice, 'rules' | 'depth' | 'seed' | 'strict' | 'timing' | 'maxRequests'>,
  targets: Settings['targets'],
): Settings => ({
  targets,
  strict: true,
  concurrency: 16,
  timeout: 10_000,
  requireComplete: false,
  timing: false,
  out: '',
  reporters: [],
  record: 'failures',
  ...choice,
})
