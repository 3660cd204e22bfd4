import { parseArgs } from 'node:util'
import { matchesPatterns } from '../../core/catalog.ts'
import { writeJson } from '../../core/json.ts'
import type { RuleResult } from '../../core/results.ts'
import type { Depth, Variant } from '../../core/rule.ts'
import { catalogOf, type TestChoice, tryAgainst } from './try-against.ts'

/** Runs a rule without vitest while it is being written; `selfcheck` runs the matrices. */
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    rule: { type: 'string', multiple: true, default: [] },
    depth: { type: 'string', default: 'standard' },
    seed: { type: 'string', default: '1' },
    fault: { type: 'string', multiple: true, default: [] },
  },
})
const variant = positionals[0] as Variant
const base: TestChoice = { variant, rules: values.rule, depth: values.depth as Depth, seed: Number(values.seed) }
const catalog = await catalogOf(variant)

const faults = values.fault.map((id) => {
  const [rule, name] = id.split('/')
  const behaviour = catalog.rules.find((r) => r.id === rule)?.faults?.[name!]
  if (!behaviour) throw new Error(`no fault ${id}`)
  return behaviour
})
const { results, requests, ms } = await tryAgainst({ ...base, behaviour: Object.assign({}, ...faults), timing: true })
for (const result of results.filter(({ id }) => matchesPatterns(id, values.rule))) console.log(line(result))
console.log(`${requests} requests in ${Math.round(ms)} ms`)

function line({ id, status, cases, requests, reason, failure, observation }: RuleResult): string {
  const observed = observation === undefined ? '' : writeJson(observation)
  const why = failure ? `${failure.summary} | ${writeJson(failure.counterexample)} ${failure.flaky ?? ''}` : reason
  return `${status.padEnd(12)} ${id.padEnd(34)} cases ${cases} requests ${requests} ${why ?? ''}${observed}`
}
