import { didYouMean } from '../core/did-you-mean.ts'
import type { Entry } from '../core/expected-failure.ts'
import { isBroken, type RuleResult, type StaleEntry, type Status } from '../core/results.ts'
import { chosen } from '../core/rule-patterns.ts'

/** The results of one target with the failures that are accepted marked as `expected`. */
export function acceptFailures(rules: readonly RuleResult[], entries: readonly Entry[]): RuleResult[] {
  return rules.map((rule) => (isBroken(rule.status) ? acceptOne(rule, entries) : rule))
}

function acceptOne(rule: RuleResult, entries: readonly Entry[]): RuleResult {
  const mine = entries.filter((entry) => chosen(rule.id, [entry.rule]))
  const [first] = mine
  if (!first) return rule
  const entry = mine.find(({ contains }) => contains === undefined || textOf(rule).includes(contains))
  if (entry) return { ...rule, status: 'expected', reason: reasonOf(entry) }
  return { ...rule, note: `another failure is accepted (${first.at}), one that says ${JSON.stringify(first.contains)}` }
}

const reasonOf = ({ reason, until }: Entry): string => (until === undefined ? reason : `${reason} (until ${until})`)

function textOf({ failure }: RuleResult): string {
  return failure ? [failure.summary, failure.expected, failure.actual].join('\n') : ''
}

/** What can be said of a rule that did not fail. */
const KNOWN: readonly Status[] = ['passed', 'observed']

/**
 * Entries that no failure needs any more. `results`: of all targets, after `acceptFailures`. An entry whose rules were not tried, or
 * stand in a variant that was not, may be needed yet.
 */
export function staleEntries(results: readonly RuleResult[], entries: readonly Entry[]): StaleEntry[] {
  return entries.flatMap((entry) => {
    const why = whyStale(entry, results)
    return why === undefined ? [] : [{ at: entry.at, rule: entry.rule, why }]
  })
}

function whyStale({ rule, contains }: Entry, results: readonly RuleResult[]): string | undefined {
  const mine = results.filter(({ id }) => chosen(id, [rule]))
  if (mine.length === 0)
    return mayBeElsewhere(rule, results) ? undefined : `no rule has this id${similar(rule, results)}`
  const broken = mine.filter((result) => result.status === 'expected' || isBroken(result.status))
  if (broken.length > 0) {
    const holds = contains === undefined || broken.some((result) => textOf(result).includes(contains))
    return holds ? undefined : `its failure no longer says ${JSON.stringify(contains)}`
  }
  return mine.every(({ status }) => KNOWN.includes(status)) ? 'it no longer fails' : undefined
}

const mayBeElsewhere = (rule: string, results: readonly RuleResult[]): boolean =>
  !results.some(({ id }) => id.slice(0, 2) === rule.slice(0, 2)) && /^[ab]\./.test(rule)

const similar = (rule: string, results: readonly RuleResult[]): string =>
  didYouMean(
    rule,
    results.map(({ id }) => id),
  )
