import { parseArgs } from 'node:util'
import { type Json, writeJson } from '../client/json.ts'
import { chosen } from '../patterns.ts'
import type { RuleResult } from '../report/results.ts'
import type { Depth, Variant } from '../rule.ts'
import { isTimed } from '../session/runner.ts'
import { catalogOf, type Trying, tryAgainst } from './trying.ts'

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    rule: { type: 'string', multiple: true, default: [] },
    depth: { type: 'string', default: 'standard' },
    seed: { type: 'string', default: '1' },
    fault: { type: 'string', multiple: true, default: [] },
    'all-faults': { type: 'boolean', default: false },
    'all-freedoms': { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
  },
})
const variant = positionals[0] as Variant
const base: Trying = { variant, rules: values.rule, depth: values.depth as Depth, seed: Number(values.seed) }
const catalog = await catalogOf(variant)
const mine = catalog.rules.filter(({ id }) => chosen(id, values.rule))

if (values['all-faults']) await tryAll('faults')
else if (values['all-freedoms']) await tryAll('freedoms')
else await tryOnce()

async function tryOnce() {
  const faults = values.fault.map((id) => {
    const [rule, name] = id.split('/')
    const behaviour = catalog.rules.find((r) => r.id === rule)?.faults?.[name!]
    if (!behaviour) throw new Error(`no fault ${id}`)
    return behaviour
  })
  const { results, requests, ms } = await tryAgainst({ ...base, behaviour: Object.assign({}, ...faults), timing: true })
  if (values.json) console.log(writeJson(results as unknown as Json))
  else for (const result of results.filter(({ id }) => chosen(id, values.rule))) console.log(line(result))
  console.log(`${requests} requests in ${Math.round(ms)} ms`)
}

function line({ id, status, cases, requests, reason, failure, observation }: RuleResult): string {
  const seen = observation === undefined ? '' : writeJson(observation)
  const why = failure ? `${failure.summary} | ${writeJson(failure.counterexample)} ${failure.flaky ?? ''}` : reason
  return `${status.padEnd(12)} ${id.padEnd(34)} cases ${cases} requests ${requests} ${why ?? ''}${seen}`
}

async function tryAll(kind: 'faults' | 'freedoms') {
  for (const rule of mine)
    for (const [name, behaviour] of Object.entries(rule[kind] ?? {})) {
      const { results, requests } = await tryAgainst({ ...base, behaviour, timing: isTimed(rule) })
      const red = results.filter(({ status }) => status === 'failed' || status === 'warned')
      const own = red.find(({ id }) => id === rule.id)
      const others = red.filter(({ id }) => id !== rule.id).map(({ id }) => id)
      const good = kind === 'faults' ? own : red.length === 0
      const state = results.find(({ id }) => id === rule.id)
      const doubt = results
        .filter(({ status }) => status === 'inconclusive')
        .map(({ id, reason }) => `${id}: ${reason}`)
      const word = kind === 'faults' ? (good ? 'caught' : 'MISSED') : good ? 'green ' : 'RED   '
      console.log(`${word} ${rule.id}/${name} (${requests} requests; also red: ${others.join(' ') || '-'})`)
      if (own) console.log(`       ${own.failure?.summary} | ${writeJson(own.failure?.counterexample ?? null)}`)
      else if (kind === 'faults') console.log(`       it is ${state?.status} ${state?.reason ?? ''}`)
      if (doubt.length > 0) console.log(`       inconclusive: ${doubt.slice(0, 4).join('; ')}`)
    }
}
