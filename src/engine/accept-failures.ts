import { matchesPatterns } from '../core/catalog.ts'
import type { ExpectedFailure } from '../core/expected-failure.ts'
import { isBroken, type RuleResult, type StaleEntry, type Status } from '../core/results.ts'

/** Mark the accepted failures of one target as `expected`. */
export function acceptFailures(rules: readonly RuleResult[], entries: readonly ExpectedFailure[]): RuleResult[] {
  return rules.map((rule) => (isBroken(rule.status) ? acceptOne(rule, entries) : rule))
}

function acceptOne(rule: RuleResult, entries: readonly ExpectedFailure[]): RuleResult {
  const candidates = entries.filter((entry) => matchesPatterns(rule.id, [entry.rule]))
  const [first] = candidates
  if (!first) return rule
  const entry = candidates.find(({ contains }) => contains === undefined || textOf(rule).includes(contains))
  if (entry) return { ...rule, status: 'expected', reason: reasonOf(entry) }
  return {
    ...rule,
    note: `a different failure is accepted (${first.at}), one that contains ${JSON.stringify(first.contains)}`,
  }
}

const reasonOf = ({ reason, until }: ExpectedFailure): string =>
  until === undefined ? reason : `${reason} (until ${until})`

function textOf({ failure }: RuleResult): string {
  return failure ? [failure.summary, failure.expected, failure.actual].join('\n') : ''
}

/** Statuses that prove that a rule did not fail. */
const NOT_FAILED: readonly Status[] = ['passed', 'observed']

/**
 * Find the entries that no longer match a failure. Expects the results of all targets after `acceptFailures`. An entry is not stale
 * when its rules were not tested.
 */
export function staleEntries(results: readonly RuleResult[], entries: readonly ExpectedFailure[]): StaleEntry[] {
  return entries.flatMap((entry) => {
    const why = whyStale(entry, results)
    return why === undefined ? [] : [{ at: entry.at, rule: entry.rule, why }]
  })
}

function whyStale({ rule, contains }: ExpectedFailure, results: readonly RuleResult[]): string | undefined {
  const matching = results.filter(({ id }) => matchesPatterns(id, [rule]))
  const failing = matching.filter((result) => result.status === 'expected' || isBroken(result.status))
  if (failing.length > 0) {
    const isMatched = contains === undefined || failing.some((result) => textOf(result).includes(contains))
    return isMatched ? undefined : `its failure no longer contains ${JSON.stringify(contains)}`
  }
  return matching.length > 0 && matching.every(({ status }) => NOT_FAILED.includes(status))
    ? 'it no longer fails'
    : undefined
}
