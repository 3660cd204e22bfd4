import { type Catalog, sectionOf } from '../catalog.ts'
import type { Rule } from '../rule.ts'

/** One line a rule: id, level, section, what holds. */
export function list(catalogs: readonly Catalog[]): string {
  const rows = catalogs.flatMap(({ rules, reference }) =>
    rules.map((rule) => [rule.id, rule.level, `§${sectionOf(rule, reference)}`, rule.title] as const),
  )
  const widths = [0, 1, 2].map((i) => Math.max(...rows.map((row) => row[i]!.length)))
  const lines = rows.map((row) =>
    row
      .map((cell, i) => cell.padEnd(widths[i] ?? 0))
      .join('  ')
      .trimEnd(),
  )
  return [...lines, '', `${rows.length} rules; tenant-conformance rules ID explains one`, ''].join('\n')
}

/** What a newcomer to the API wants to know of a rule. */
export function explain(rule: Rule, { reference }: Catalog): string {
  return [
    `${rule.id}  (${rule.level}, §${sectionOf(rule, reference)})`,
    rule.title,
    ...part(
      'The reference says',
      rule.clauses.map((id) => `§${reference[id]?.section ?? '?'}: ${reference[id]?.text ?? id}`),
    ),
    ...part('Hence', derivationOf(rule)),
    ...part('Tried by', [rule.tried]),
    ...part('A violation means', [rule.meaning]),
    ...part('Usual causes', rule.causes),
    ...part('Needs', rule.needs ?? []),
    ...part('Not tried while one of these is broken', rule.after ?? []),
    ...part(
      'Faults to try it with (serve --fault)',
      Object.keys(rule.faults ?? {}).map((name) => `${rule.id}/${name}`),
    ),
    ...part(
      'Quick depth may miss',
      Object.entries(rule.quickMisses ?? {}).map(([name, why]) => `${name}: ${why}`),
    ),
    '',
  ].join('\n')
}

function part(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : ['', `${title}:`, ...lines.map((line) => `  ${line}`)]
}

function derivationOf(rule: Rule): string[] {
  return 'derivation' in rule && rule.derivation ? [rule.derivation] : []
}

/** A rule as data, without its functions. */
export function asJson(rule: Rule, { reference }: Catalog): Record<string, unknown> {
  const {
    id,
    variant,
    level,
    kind,
    title,
    tried,
    meaning,
    causes,
    needs = [],
    after = [],
    faults = {},
    freedoms = {},
    quickMisses = {},
  } = rule
  return {
    ...{ id, variant, level, kind, section: sectionOf(rule, reference), title },
    clauses: rule.clauses.map((clause) => ({ id: clause, ...reference[clause] })),
    ...{ derivation: derivationOf(rule)[0], tried, meaning, causes, needs, after },
    faults: Object.keys(faults),
    freedoms: Object.keys(freedoms),
    quickMisses,
  }
}
