import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Depth, Variant } from '../../core/literal-types.ts'
import { root } from '../../core/package.ts'
import type { Report, RuleResult } from '../../core/results.ts'

/** The saved results, which the docs quote. */
export const COST = join(root, 'fixtures/cost.json')

/** What a run with all rules costs. */
export interface Cost {
  readonly depth: Depth
  readonly targets: Readonly<Record<Variant, TargetCost>>
  readonly seconds: number
}

interface TargetCost {
  readonly rules: number
  /** For rules that judge every response: responses. */
  readonly cases: number
  readonly requests: number
  /** Requests that measure time. */
  readonly timing: number
}

/** Runs all rules against the bundled server, and saves what that costs in `COST`. */
export async function measure(): Promise<string[]> {
  const out = mkdtempSync(join(tmpdir(), 'tenant-bench-'))
  const runs = (['quick', 'standard'] as const).map((depth): Cost => {
    const args = ['run', '--demo', '--depth', depth, '--seed', '1', '--reporter', 'json', '--out', out]
    const start = performance.now()
    execFileSync(process.execPath, [join(root, 'src/cli/bin.js'), ...args])
    const seconds = Math.round((performance.now() - start) / 1000)
    const { targets } = JSON.parse(readFileSync(join(out, 'report.json'), 'utf8')) as Report
    const costs = targets.map(({ variant, rules, requests }) => {
      const timing = sum(rules.filter(({ id }) => id.endsWith('-timing')).map((rule) => rule.requests))
      return [variant, { ...judged(rules), requests, timing }]
    })
    return { depth, targets: Object.fromEntries(costs), seconds }
  })
  rmSync(out, { recursive: true })
  writeFileSync(COST, `${JSON.stringify(runs, null, 2)}\n`)
  return runs.map(({ depth, seconds }) => `${depth} depth: ${seconds} s`)
}

/** How many rules were decided, and how many cases. */
export const judged = (rules: readonly RuleResult[]): Pick<TargetCost, 'rules' | 'cases'> => ({
  rules: rules.filter(({ cases }) => cases > 0).length,
  cases: sum(rules.map(({ cases }) => cases)),
})

const sum = (values: readonly number[]): number => values.reduce((all, value) => all + value, 0)
