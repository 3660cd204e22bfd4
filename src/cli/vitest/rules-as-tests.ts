import { afterAll, beforeAll, describe, type RunnerTestSuite, test } from 'vitest'
import { atRevision, loadCatalog, matchesPatterns, REVISION, ruleFile } from '../../core/catalog.ts'
import type { Variant } from '../../core/literal-types.ts'
import { OPEN, type RuleResult } from '../../core/results.ts'
import type { Settings } from '../../core/settings.ts'
import { type Run, type RunOptions, startRun } from '../../engine/run.ts'
import { styleFor, verdictLine } from '../../report/console.ts'
import { brokenText } from '../api/explain.ts'
import { saveReport } from '../write-reports.ts'

/** What the rules run against. */
export interface Deployment {
  readonly settings: Settings
  readonly options?: RunOptions
  /** The command that tests a rule with the same cases again. */
  again(id: string, seed: number): string
  close?(): void
}

type Selection = Pick<Settings, 'rules' | 'catalogue'> & { readonly variants: readonly Variant[] }

/** Registers one test per rule. They run live: `open` is called when the first begins, and the report is written after the last. */
export async function rulesAsTests(selection: Selection, open: () => Promise<Deployment>): Promise<void> {
  const { variants, rules: patterns, catalogue = REVISION } = selection
  const catalogs = await Promise.all(variants.map(async (variant) => atRevision(await loadCatalog(variant), catalogue)))

  describe('tenant API conformance', () => {
    let deployment: Deployment
    let run: Run | undefined
    let isFiltered = false
    const textOf = (rule: RuleResult) => brokenText(rule, deployment.again(rule.id, rule.failure!.seed)).join('\n')
    // vitest 3 passes the suite alone, vitest 5 a context before it, which a named parameter would have to destructure.
    beforeAll(async function () {
      // biome-ignore lint/complexity/noArguments: see above
      const suite: RunnerTestSuite = arguments[arguments.length - 1]
      const { selected, all } = testsIn(suite)
      isFiltered = selected.length < all.length
      deployment = await open()
      const { settings, options } = deployment
      run = startRun({ ...settings, rules: isFiltered ? selected : settings.rules }, options)
    }, 0)
    afterAll(async () => {
      // Undefined when the deployment could not be opened, which failed the suite.
      if (!run) return
      const { report, crash } = await run.finish()
      deployment.close?.()
      await saveReport(report, deployment.settings)
      if (crash) throw crash
      const lines = report.targets.map((target) => verdictLine(target, report.run, styleFor(false)))
      console.log([...lines, `seed ${report.run.seed}, report ${deployment.settings.out}/report.json`].join('\n'))
      for (const target of report.targets) {
        if (target.verdict !== 'inconclusive' || (isFiltered && target.stopped === undefined)) continue
        throw new Error(verdictLine(target, report.run, styleFor(false)))
      }
    }, 0)
    for (const { variant, rules } of catalogs)
      describe(`variant ${variant.toUpperCase()}`, () => {
        const ids = rules.map(({ id }) => id).filter((id) => matchesPatterns(id, patterns))
        test.for(ids)('%s', { timeout: 0 }, async (id, { skip, annotate }) => {
          const result = await run!.result(id)
          if (result.status === 'failed') throw failureOf(result, textOf(result))
          if (OPEN.includes(result.status)) skip(`${result.status}: ${result.reason}`)
          if (result.status === 'warned') await annotate(textOf(result), 'warning')
          if (result.status === 'expected') await annotate(`accepted failure: ${result.reason}`, 'notice')
          if (result.observation !== undefined) await annotate(JSON.stringify(result.observation), 'observed')
        })
      })
  })
}

/** Names of the tests below a suite: those that `-t` and `.only` leave, and all. */
function testsIn({ tasks }: Readonly<Pick<RunnerTestSuite, 'tasks'>>): { selected: string[]; all: string[] } {
  const below = tasks.map((task) => {
    if ('tasks' in task) return testsIn(task)
    const isSelected = task.mode === 'run' || task.mode === 'queued'
    return { selected: isSelected ? [task.name] : [], all: [task.name] }
  })
  return { selected: below.flatMap(({ selected }) => selected), all: below.flatMap(({ all }) => all) }
}

/** The stack names the rule: where the error was thrown says nothing. */
function failureOf(rule: RuleResult, text: string): Error {
  const error = new Error(text)
  error.stack = `Error: ${error.message}\n    at ${rule.id} (${ruleFile(rule.id)}:1:1)`
  return error
}
