import { parseArgs } from 'node:util'
import { type Depth, VARIANTS, type Variant } from '../../core/literal-types.ts'
import { ENVIRONMENTS, isOnlyB } from './environments.ts'
import { tryEnvironment } from './try-environment.ts'

/** `node src/proof/environments/table.ts [NAME...] [--variant a|b] [--depth quick|standard]`: verdicts in each environment. */
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    variant: { type: 'string', multiple: true, default: [...VARIANTS] },
    depth: { type: 'string', multiple: true, default: ['quick', 'standard'] },
    seed: { type: 'string', default: '1' },
  },
})
const names = positionals.length > 0 ? positionals : Object.keys(ENVIRONMENTS)
const unknown = names.filter((name) => !Object.hasOwn(ENVIRONMENTS, name))
if (unknown.length > 0)
  throw new Error(`no environment ${unknown.join(', ')}; there are ${Object.keys(ENVIRONMENTS).join(', ')}`)

console.log('| environment | variant | depth | verdict | failed | undecided | requests | seconds | peak MB |')
console.log('|---|---|---|---|---|---|---|---|---|')
let bad = 0
for (const name of names)
  for (const variant of values.variant as Variant[])
    for (const depth of values.depth as Depth[]) if (variant === 'b' || !isOnlyB(name)) await row(name, variant, depth)
process.exitCode = bad === 0 ? 0 : 1

/** At quick depth one rule may be undecided. */
async function row(name: string, variant: Variant, depth: Depth): Promise<void> {
  const { failed, undecided, ...tried } = await tryEnvironment(name, variant, depth, Number(values.seed))
  if (failed.length > 0 || undecided.length > (depth === 'quick' ? 1 : 0)) bad++
  const cells = [name, variant, depth, tried.verdict, failed.length, undecided.length, tried.requests]
  console.log(`| ${[...cells, tried.seconds.toFixed(1), tried.megabytes].join(' | ')} |`)
  for (const text of [...failed, ...undecided]) console.error(`  ${text}`)
}
