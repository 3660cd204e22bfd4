import type { RuleResult, Status } from '../results.ts'

const MOST_NAMED = 4

/** The rules of a status grouped by their reason, largest group first: the reason, how many, and some ids. */
export function grouped(rules: readonly RuleResult[], status: Status): string[] {
  const groups = Map.groupBy(
    rules.filter((rule) => rule.status === status),
    ({ reason = 'no reason is known' }) => (CONTROL.test(reason) ? CONTROL.source : reason),
  )
  return [...groups.values()]
    .sort((a, b) => b.length - a.length)
    .flatMap((members) => [`  ${reasonOf(members)}`, `    ${named(members.map(({ id }) => id))}`])
}

/** What differs in the functions of one module only is one thing to supply. */
const CONTROL = /^(supply a control module \(--control FILE\) with )([\w, ]+)$/

function reasonOf(members: readonly RuleResult[]): string {
  const reasons = members.map(({ reason = 'no reason is known' }) => reason)
  const [, start] = CONTROL.exec(reasons[0]!) ?? []
  if (start === undefined) return reasons[0]!
  const functions = new Set(reasons.flatMap((reason) => reason.slice(start.length).split(', ')))
  return start + [...functions].join(', ')
}

function named(ids: readonly string[]): string {
  const more = ids.length - MOST_NAMED
  return more > 1 ? `${ids.slice(0, MOST_NAMED).join(', ')} and ${more} more` : ids.join(', ')
}
