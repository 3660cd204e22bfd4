import { type Catalog, sectionOf } from '../core/catalog.ts'
import { type Explanation, partsOf } from '../core/explanation.ts'
import { COMMAND } from '../core/package.ts'

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
  return [...lines, '', `${rows.length} rules; ${COMMAND} rules ID explains one`, ''].join('\n')
}

/** What a newcomer to the API wants to know of a rule. */
export function asText(rule: Explanation): string {
  const parts = partsOf(rule).flatMap(({ title, lines }) => ['', `${title}:`, ...lines.map((line) => `  ${line}`)])
  return [`${rule.id}  (${rule.level}, §${rule.section})`, rule.title, ...parts, ''].join('\n')
}
