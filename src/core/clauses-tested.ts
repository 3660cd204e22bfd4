import type { Catalog } from './catalog.ts'
import type { RuleResult, TargetResult } from './results.ts'

const TRIED = new Set(['passed', 'failed', 'warned', 'observed', 'expected'])

/** Counts the clauses that the decided rules cover, and lists those that cannot be tested over HTTP. */
export function clausesTried(catalog: Catalog, results: readonly RuleResult[]): TargetResult['clauses'] {
  const clauses = Object.entries(catalog.reference)
  const ids = new Set(results.filter(({ status }) => TRIED.has(status)).map(({ id }) => id))
  const covered = new Set(catalog.rules.filter(({ id }) => ids.has(id)).flatMap((rule) => rule.clauses))
  return {
    total: clauses.length,
    tried: clauses.filter(([id]) => covered.has(id)).length,
    untestable: clauses.flatMap(([id, { text, untestable }]) => (untestable ? [{ id, text, why: untestable }] : [])),
  }
}
