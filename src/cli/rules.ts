import { type Catalog, loadCatalog } from '../core/catalog.ts'
import { nearest } from '../core/did-you-mean.ts'
import { explanationOf } from '../core/explanation.ts'
import { COMMAND } from '../core/package.ts'
import { UsageError } from '../core/usage-error.ts'
import { type Args, refuseMore } from './args.ts'
import type { Command } from './command.ts'
import { asText, list } from './rules-text.ts'

export const rules: Command = {
  name: 'rules',
  usage: '[ID] [--json]',
  argument: 'ID',
  summary: 'lists the catalogue of rules, or explains one',
  options: {
    observed: { help: 'only what is observed: behaviour that the references leave open' },
    json: { help: 'print JSON' },
  },
  examples: [
    ['rules', 'all, with level and section of the reference'],
    ['rules a.users.total-pages', 'what the reference says, how it is tried, usual causes of a failure'],
    ['rules --observed --json', 'behaviour that is recorded and never judged, as data'],
  ],
  exits: [
    [0, 'it was printed'],
    [2, 'no rule has that id'],
  ],
  run: tell,
}

async function tell(args: Args): Promise<number> {
  refuseMore(args, 1)
  const whole = await Promise.all([loadCatalog('a'), loadCatalog('b')])
  const catalogs = args.values.observed ? whole.map(onlyObserved) : whole
  const [id] = args.positionals
  process.stdout.write(id === undefined ? all(catalogs, args) : one(catalogs, id, args))
  return 0
}

const onlyObserved = (catalog: Catalog): Catalog => ({
  ...catalog,
  rules: catalog.rules.filter(({ level }) => level === 'observed'),
})

function all(catalogs: readonly Catalog[], { values }: Args): string {
  if (!values.json) return list(catalogs)
  return `${JSON.stringify(
    catalogs.flatMap((catalog) => catalog.rules.map((rule) => explanationOf(rule, catalog))),
    null,
    2,
  )}\n`
}

function one(catalogs: readonly Catalog[], id: string, { values }: Args): string {
  for (const catalog of catalogs) {
    const rule = catalog.rules.find((candidate) => candidate.id === id)
    if (rule)
      return values.json
        ? `${JSON.stringify(explanationOf(rule, catalog), null, 2)}\n`
        : asText(explanationOf(rule, catalog))
  }
  throw new UsageError(
    unknownRule(
      id,
      catalogs.flatMap((catalog) => catalog.rules.map((rule) => rule.id)),
    ),
  )
}

/** One line for an id that no rule has, with those that may be meant. */
export function unknownRule(id: string, ids: readonly string[]): string {
  const part = ids.filter((known) => known.includes(id.toLowerCase()))
  const meant = [...new Set([...nearest(id, ids), ...part])].slice(0, 3)
  const hint = meant.length > 0 ? `did you mean ${meant.join(' or ')}?` : `\`${COMMAND} rules\` lists them`
  return `no rule has the id ${JSON.stringify(id)}; ${hint}`
}
