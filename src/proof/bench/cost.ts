import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Report } from '../../core/results.ts'
import type { Bench } from './figure.ts'
import { file, runNode, temporary } from './processes.ts'
import { COST, type Cost, costOf } from './published.ts'

/** What README tells of a run: tests, requests and seconds together. */
export const bench: Bench = {
  name: 'cost',
  what: 'a run against the bundled server with all rules tried; saved in fixtures/cost.json, which README tells',
  async measure() {
    const runs: Cost[] = []
    for (const depth of ['quick', 'standard'] as const) {
      const out = temporary()
      const args = ['run', '--demo', '--depth', depth, '--seed', '1', '--reporter', 'json', '--out', out]
      const { code, ms } = await runNode([file('src/cli/bin.js'), ...args])
      if (code !== 0) throw new Error(`the run at ${depth} depth ended with exit code ${code}`)
      runs.push(costOf(JSON.parse(readFileSync(join(out, 'report.json'), 'utf8')) as Report, ms))
    }
    writeFileSync(COST, `${JSON.stringify(runs, null, 2)}\n`)
    return runs.map(({ depth, seconds }) => ({ bench: 'cost', name: depth, value: seconds, unit: 's' }))
  },
}
