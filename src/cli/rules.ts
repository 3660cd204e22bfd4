import { type Catalog, loadCatalog, matchesPatterns, sectionOf } from '../core/catalog.ts'
import { count } from '../core/count.ts'
import { type Explanation, explanationOf, partsOf } from '../core/explanation.ts'
import { VARIANTS } from '../core/literal-types.ts'
import { COMMAND, suite } from '../core/package.ts'
import { type Rule, severityOf, type Variant } from '../core/rule.ts'
import { nearest, UsageError } from '../core/usage-error.ts'
import { wrapText } from '../core/wrap-text.ts'
import type { Args, Command } from './command.ts'
import { type Row, table } from './help.ts'
import { stdoutStyle } from './output-format.ts'

export const rules: Command = {
  name: 'rules',
  usage: '[PATTERN...] [OPTIONS]',
  argument: 'PATTERN',
  summary: 'lists the rules by area, or explains those whose ids are given',
  options: {
    variant: { value: 'a|b', help: 'only rules of this variant' },
    observed: { help: 'only rules that observe behaviour which the references leave open' },
    markdown: { help: 'print a page that explains each rule' },
    json: { help: 'print JSON' },
  },
  examples: [
    ['rules', 'all, by area'],
    ["rules 'a.key.*' 'a.auth.*'", 'some of them; * matches anything'],
    ['rules a.users.total-pages', 'what the reference says, how it is tested, usual causes of a failure'],
    ['rules --variant a --markdown', 'a page with all rules of a variant, on standard output'],
    ['rules --observed --json', 'behaviour that is recorded and never judged, as data'],
  ],
  exits: [
    [0, 'the rules were printed'],
    [2, 'no rule has that id, or matches that pattern'],
  ],
  run: printRules,
}

interface Listed {
  readonly rule: Rule
  readonly catalog: Catalog
}

async function printRules({ positionals: patterns, values }: Args): Promise<number> {
  const { variant, observed, markdown, json } = values
  if (variant !== undefined && variant !== 'a' && variant !== 'b')
    throw new UsageError(`--variant: must be a or b, not ${JSON.stringify(variant)}`)
  if (markdown && json) throw new UsageError('--markdown: excludes --json')
  const variants: readonly Variant[] = variant === undefined ? VARIANTS : [variant]
  const catalogs = await Promise.all(variants.map(loadCatalog))
  const all = catalogs
    .flatMap((catalog) => catalog.rules.map((rule) => ({ rule, catalog })))
    .filter(({ rule }) => !observed || rule.level === 'observed')
  const ids = all.map(({ rule }) => rule.id)
  const problems = patterns.flatMap((pattern) => unmatched(pattern, ids) ?? [])
  if (problems.length > 0) throw new UsageError(...problems)
  const found = all.filter(({ rule }) => matchesPatterns(rule.id, patterns))
  const explanations = () => found.map(({ rule, catalog }) => explanationOf(rule, catalog))
  const areExplained = patterns.length > 0 && patterns.every((pattern) => ids.includes(pattern))
  if (json) print(JSON.stringify(patterns.length === 1 && areExplained ? explanations()[0] : explanations(), null, 2))
  else if (markdown) print(page(found).join('\n'))
  else print((areExplained ? explanations().flatMap(explain) : list(found)).join('\n'))
  return 0
}

const print = (text: string): boolean => process.stdout.write(`${text}\n`)

/** Rules by area, under `Variant A: users`. */
function byArea(found: readonly Listed[]): [title: string, rules: readonly Listed[]][] {
  const title = ({ rule: { id, variant } }: Listed) => `Variant ${variant.toUpperCase()}: ${id.split('.')[1]}`
  return [...Map.groupBy(found, title)]
}

/** `§2, 4`, and the severity where a violation does not fail the run. */
const remark = ({ rule, catalog }: Listed): string =>
  `§${sectionOf(rule.clauses, catalog.reference)}${severityOf(rule) === 'warning' ? ', warning' : ''}`

/** A line per rule, which only a terminal wraps: elsewhere it is searched. */
function list(found: readonly Listed[]): string[] {
  const width = Math.max(...found.map(({ rule }) => rule.id.length))
  const row = (each: Listed) => [each.rule.id.padEnd(width), `${each.rule.title} (${remark(each)})`] as const
  const layOut = process.stdout.isTTY ? table : (rows: Row[]) => rows.map((row) => `  ${row.join('  ')}`)
  const lines = byArea(found).flatMap(([title, all]) => [stdoutStyle().strong(title), ...layOut(all.map(row)), ''])
  return [...lines, `${count(found.length, 'rule')}; ${COMMAND} rules ID explains one`]
}

function explain(rule: Explanation): string[] {
  const parts = partsOf(rule).flatMap(({ title, lines }) => [
    '',
    `${title}:`,
    ...lines.flatMap((line) => wrapText(line, lines.length > 1 ? '  - ' : '  ')),
  ])
  const { id, level, section, title } = rule
  return [stdoutStyle().strong(`${id}  (${level}, §${section})`), ...wrapText(title, ''), ...parts, '']
}

/** Markdown: all rules by area, each explained. */
function page(found: readonly Listed[]): string[] {
  const areas = byArea(found).flatMap(([title, rules]) => [
    ...[`## ${title}`, '', '| rule | requirement | reference |', '| --- | --- | --- |'],
    ...rules.map(
      (each) => `| [${each.rule.id}](#${anchor(each.rule.id)}) | ${plain(each.rule.title)} | ${remark(each)} |`,
    ),
    ...rules.flatMap(({ rule, catalog }) => entry(explanationOf(rule, catalog))),
    '',
  ])
  return [`# Rules of ${suite.name} ${suite.version}`, '', `${count(found.length, 'rule')}.`, '', ...areas].slice(0, -1)
}

function entry(rule: Explanation): string[] {
  const parts = partsOf(rule).flatMap(({ title, lines }) => [
    '',
    `**${title}**`,
    '',
    ...lines.map((line) => `- ${plain(line)}`),
  ])
  return ['', `### ${rule.id}`, '', `${plain(rule.title)}.`, ...parts]
}

/** Of a heading, as GitHub makes it. */
const anchor = (id: string): string => id.replaceAll('.', '')

/** Escapes what Markdown would read as markup, outside of code. */
const plain = (text: string): string =>
  text.replace(/`[^`]*`|[\\*_<|[\]]/g, (found) => (found.length > 1 ? found : `\\${found}`))

function unmatched(pattern: string, ids: readonly string[]): string | undefined {
  if (ids.some((id) => matchesPatterns(id, [pattern]))) return undefined
  return pattern.includes('*') ? `no rule matches ${JSON.stringify(pattern)}` : unknownRule(pattern, ids)
}

/** Problem of an id that no rule has, with suggestions. */
export function unknownRule(id: string, ids: readonly string[]): string {
  const containing = ids.filter((known) => known.includes(id.toLowerCase()))
  const meant = [...new Set([...nearest(id, ids), ...containing])].slice(0, 3)
  const hint = meant.length > 0 ? `did you mean ${meant.join(' or ')}?` : `\`${COMMAND} rules\` lists them`
  return `no rule has the id ${JSON.stringify(id)}; ${hint}`
}
