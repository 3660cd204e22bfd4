import { clausesTried } from '../../core/clause-coverage.ts'
import type { Report } from '../../core/results.ts'
import type { Settings } from '../../core/settings.ts'
import { startSession } from '../../engine/session/session.ts'
import { targetResult } from '../../engine/target-result.ts'
import type { Deployment } from '../../proof/selfcheck/deployment.ts'
import { catalogOf } from '../../proof/selfcheck/try-against.ts'
import { renderConsole, styleFor } from '../../report/console.ts'
import { sampleReport } from '../sample-report.ts'
import { type Hostile, listen } from './server.ts'

export interface Certified {
  readonly report: Report
  readonly stdout: string
  readonly paths: readonly string[]
}

/** The suite against a hostile deployment, in this process. */
export async function certify(hostile: Hostile, legal: Deployment, more: Partial<Settings> = {}): Promise<Certified> {
  const { variant = 'a', timeout = 1000 } = hostile
  const supplied = legal.target(variant)
  const { baseUrl, paths, close } = await listen(hostile, supplied.baseUrl)
  const target = { ...supplied, baseUrl, project: undefined, dataset: undefined }
  const settings: Settings = {
    ...{ targets: [target], depth: 'quick', rules: [], seed: 1, concurrency: 16, timeout, strict: false },
    ...{ requireComplete: false, timing: false, out: '', reporters: [], record: 'failures' },
    ...more,
  }
  const catalog = await catalogOf(variant)
  const session = startSession(settings, target, catalog)
  const rules = await Promise.all(catalog.rules.map(({ id }) => session.result(id)))
  await session.close()
  await close()
  const { requests, retries, serverErrors } = session.progress()
  const totals = { requests, retries, serverErrors, stopped: session.stopped(), clauses: clausesTried(catalog, rules) }
  const ending = { interrupted: false, crashed: false }
  const report = sampleReport([targetResult(target, { target: totals, rules }, ending, settings)])
  const console = { style: styleFor(false), again: () => 'again', path: 'report.json' }
  return { report, stdout: renderConsole(report, console), paths }
}
