import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { home } from '../../core/catalog.ts'
import type { Verdict } from '../../core/results.ts'
import type { Depth, Variant } from '../../core/rule.ts'
import { startBundled } from '../../engine/reference-server.ts'
import { testTarget } from '../../engine/test-target.ts'
import { verdictOf } from '../../engine/verdict.ts'
import { connectTo, targetFrom } from '../selfcheck/deployment.ts'
import { catalogOf, settingsFor } from '../selfcheck/try-against.ts'

/** A run against an environment. */
export interface Tried {
  readonly verdict: Verdict
  /** Rules that failed or were not decided, with the reason. */
  readonly failed: readonly string[]
  readonly undecided: readonly string[]
  readonly requests: number
  readonly seconds: number
  /** Peak memory of the suite. */
  readonly megabytes: number
}

/** Runs all rules of a variant against an environment, suite and server in separate processes. */
export async function tryEnvironment(name: string, variant: Variant, depth: Depth, seed = 1): Promise<Tried> {
  // The young generation that the command has.
  const execArgv = ['--max-semi-space-size=8']
  const child = fork(import.meta.filename, [name, variant, depth, String(seed)], { execArgv })
  const [tried] = await once(child, 'message')
  return tried
}

async function run(name: string, variant: Variant, depth: Depth, seed: number): Promise<Tried> {
  const module = join(home, 'src/proof/environments/environments.ts')
  const server = await startBundled(['--behaviour', `${module}#ENVIRONMENTS.${name}`])
  const target = targetFrom(server.variables, variant)
  const startedAt = performance.now()
  const settings = settingsFor({ rules: [], depth, seed, strict: false, timing: false }, [target])
  const means = { catalog: await catalogOf(variant), control: await connectTo(server.variables) }
  const { rules, target: totals } = await (await testTarget(settings, target, means)).finish()
  const seconds = (performance.now() - startedAt) / 1000
  server.stop()
  await server.ended()
  return {
    verdict: verdictOf({ ...totals, rules }, { interrupted: false, crashed: false }),
    failed: rules.filter(({ failure }) => failure).map(({ id, failure }) => `${id}: ${failure!.summary}`),
    undecided: rules
      .filter(({ status }) => status === 'inconclusive' || status === 'blocked')
      .map(({ id, status, reason }) => `${id} ${status}: ${reason}`),
    requests: totals.requests,
    seconds,
    megabytes: Math.round(process.resourceUsage().maxRSS / 1024),
  }
}

if (process.send && import.meta.main) {
  const [name, variant, depth, seed] = process.argv.slice(2) as [string, Variant, Depth, string]
  process.send(await run(name, variant, depth, Number(seed)))
  process.disconnect()
}
