import { type Catalog, loadCatalog, sectionOf } from '../core/catalog.ts'
import { nearest } from '../core/did-you-mean.ts'
import { type Explanation, explanationOf, partsOf } from '../core/explanation.ts'
import { COMMAND } from '../core/package.ts'
import { UsageError } from '../core/usage-error.ts'
import { type Args, refuseMore } from './args.ts'
import type { Command } from './command.ts'

export const rules: Command = {
  name: 'rules',
  usage: '[ID] [--json]',
  argument: 'ID',
  summary: 'lists the rules, or explains one',
  options: {
    observed: { help: 'only rules that observe behaviour which the references leave open' },
    json: { help: 'print JSON' },
  },
  examples: [
    ['rules', 'all, with level and section of the reference'],
    ['rules a.users.total-pages', 'what the reference says, how it is tested, common causes of a failure'],
    ['rules --observed --json', 'behaviour that is recorded and never judged, as data'],
  ],
  exits: [
    [0, 'the rules were printed'],
    [2, 'no rule has that id'],
  ],
  run: printRules,
}

async function printRules(args: Args): Promise<number> {
  refuseMore(args, 1)
  const [id] = args.positionals
  const { json, observed } = args.values
  const catalogs = await Promise.all([loadCatalog('a'), loadCatalog('b')])
  const all = catalogs.flatMap((catalog) => catalog.rules.map((rule) => ({ rule, catalog })))
  const listed = observed ? all.filter(({ rule }) => rule.level === 'observed') : all
  const found = id === undefined ? listed : listed.filter(({ rule }) => rule.id === id)
  if (found.length === 0) {
    const ids = listed.map(({ rule }) => rule.id)
    throw new UsageError(unknownRule(id!, ids))
  }
  const explanations = () => found.map(({ rule, catalog }) => explanationOf(rule, catalog))
  const asJson = () => `${JSON.stringify(id === undefined ? explanations() : explanations()[0], null, 2)}\n`
  const asText = () => (id === undefined ? list(found) : explain(explanations()[0]!))
  process.stdout.write(json ? asJson() : asText())
  return 0
}

/** One line per rule: id, level, section, title. */
function list(found: readonly { rule: Catalog['rules'][number]; catalog: Catalog }[]): string {
  const rows = found.map(({ rule, catalog }) => [
    rule.id,
    rule.level,
    `§${sectionOf(rule, catalog.reference)}`,
    rule.title,
  ])
  const widths = [0, 1, 2].map((i) => Math.max(...rows.map((row) => row[i]!.length)))
  const lines = rows.map((row) => row.map((cell, i) => cell.padEnd(widths[i] ?? 0)).join('  '))
  return [...lines, '', `${rows.length} rules; ${COMMAND} rules ID explains one`, ''].join('\n')
}

function explain(rule: Explanation): string {
  const parts = partsOf(rule).flatMap(({ title, lines }) => ['', `${title}:`, ...lines.map((line) => `  ${line}`)])
  return [`${rule.id}  (${rule.level}, §${rule.section})`, rule.title, ...parts, ''].join('\n')
}

/** Problem of an id that no rule has, with suggestions. */
export function unknownRule(id: string, ids: readonly string[]): string {
  const containing = ids.filter((known) => known.includes(id.toLowerCase()))
  const meant = [...new Set([...nearest(id, ids), ...containing])].slice(0, 3)
  const hint = meant.length > 0 ? `did you mean ${meant.join(' or ')}?` : `\`${COMMAND} rules\` lists them`
  return `no rule has the id ${JSON.stringify(id)}; ${hint}`
}
