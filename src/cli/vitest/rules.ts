import { afterAll, beforeAll, describe, inject, type RunnerTestSuite, test } from 'vitest'
import { loadCatalog, ruleFile } from '../../core/catalog.ts'
import type { RuleResult } from '../../core/results.ts'
import { isBroken } from '../../core/results.ts'
import type { Variant } from '../../core/rule.ts'
import type { Settings } from '../../core/settings.ts'
import { loadSource } from '../../engine/control/load-control-module.ts'
import { noOthers } from '../../engine/session/quiet.ts'
import { type Session, startSession } from '../../engine/session/session.ts'
import { brokenText } from '../api/explain.ts'

declare module 'vitest' {
  interface ProvidedContext {
    settings: Settings
  }
}

declare global {
  interface ImportMeta {
    /** Vite's. */
    readonly glob: (pattern: string) => unknown
  }
}

/** One test a rule, for people who write rules: `npx vitest --project a -t a.users.envelope`. */
export async function rulesAsTests(variant: Variant): Promise<void> {
  const settings = inject('settings')
  const supplied = settings.targets.find((target) => target.variant === variant)
  const catalog = await loadCatalog(variant)
  let session: Session

  describe.concurrent(`variant ${variant.toUpperCase()}`, () => {
    // Not before: what -t leaves out is known only now, and need not be tried.
    // biome-ignore lint/correctness/noEmptyPattern: vitest reads from it that nothing of the context is used
    beforeAll(async ({}, suite) => {
      const source = settings.control && (await loadSource(settings.control))
      session = startSession({ ...settings, rules: toRun(suite) }, supplied!, catalog, source, noOthers)
    })
    afterAll(() => session?.close())
    test.for(catalog.rules.map(({ id }) => id))('%s', async (id, { skip, annotate }) => {
      const result = await session.result(id)
      if (isBroken(result.status)) throw brokenError(result)
      // Nothing tried is never a pass.
      if (result.reason !== undefined) skip(`${result.status}: ${result.reason}`)
      if (result.observation !== undefined) await annotate(JSON.stringify(result.observation), result.status)
    })
  })
}

const toRun = ({ tasks }: Pick<RunnerTestSuite, 'tasks'>): string[] =>
  tasks.filter(({ mode }) => mode === 'run' || mode === 'queued').map(({ name }) => name)

/** With all that the console tells of a broken rule. Where it was thrown says nothing: its stack names the rule. */
function brokenError(rule: RuleResult): Error {
  const { seed } = rule.failure!
  const again = `CONFORMANCE_SEED=${seed} npx vitest --project ${rule.id[0]} -t ${rule.id}`
  const error = new Error(brokenText(rule, again).join('\n'))
  error.stack = `Error: ${error.message}\n    at ${rule.id} (${ruleFile(rule.id)}:1:1)`
  return error
}
