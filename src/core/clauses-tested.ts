import type { Catalog } from './catalog.ts'
import type { RuleResult, TargetResult } from './results.ts'

const TRIED = new Set(['passed', 'failed', 'warned', 'observed', 'expected'])

/** How many clauses of the reference the tried rules stand for, and which cannot be tried over HTTP at all. */
export function clausesTried(catalog: Catalog, results: readonly RuleResult[]): TargetResult['clauses'] {
  const clauses = Object.entries(catalog.reference)
  const ids = new Set(results.filter(({ status }) => TRIED.has(status)).map(({ id }) => id))
  const claimed = new Set(catalog.rules.filter(({ id }) => ids.has(id)).flatMap((rule) => rule.clauses))
  return {
    total: clauses.length,
    tried: clauses.filter(([id]) => claimed.has(id)).length,
    untestable: clauses.flatMap(([id, { text, untestable }]) => (untestable ? [{ id, text, why: untestable }] : [])),
  }
}
