import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../../core/package.ts'
import type { Report, RuleResult } from '../../core/results.ts'
import type { Depth, Variant } from '../../core/vocabulary.ts'
import type { Bench } from './metric.ts'
import { file, runNode, temporary } from './processes.ts'

/** The saved results, which README quotes. */
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

export const bench: Bench = {
  what: 'a run of all rules against the bundled server; saved in fixtures/cost.json, which README quotes',
  async measure() {
    const runs: Cost[] = []
    for (const depth of ['quick', 'standard'] as const) {
      const out = temporary()
      const args = ['run', '--demo', '--depth', depth, '--seed', '1', '--reporter', 'json', '--out', out]
      const { code, ms } = await runNode([file('src/cli/bin.js'), ...args])
      if (code !== 0) throw new Error(`the run at ${depth} depth ended with exit code ${code}`)
      const { targets } = JSON.parse(readFileSync(join(out, 'report.json'), 'utf8')) as Report
      const costs = targets.map(({ variant, rules, requests }) => {
        const timing = sum(rules.filter(({ id }) => id.endsWith('-timing')).map((rule) => rule.requests))
        return [variant, { ...judged(rules), requests, timing }]
      })
      runs.push({ depth, targets: Object.fromEntries(costs), seconds: Math.round(ms / 1000) })
    }
    writeFileSync(COST, `${JSON.stringify(runs, null, 2)}\n`)
    return runs.map(({ depth, seconds }) => ({ name: depth, value: seconds, unit: 's' }))
  },
}

/** How many rules were decided, and how many cases. */
export const judged = (rules: readonly RuleResult[]): Pick<TargetCost, 'rules' | 'cases'> => ({
  rules: rules.filter(({ cases }) => cases > 0).length,
  cases: sum(rules.map(({ cases }) => cases)),
})

const sum = (values: readonly number[]): number => values.reduce((all, value) => all + value, 0)
