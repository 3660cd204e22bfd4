import type { RuleResult, Status } from '../../core/results.ts'
import { groupsOf } from '../groups.ts'

const MOST_NAMED = 4

/** The rules of a status grouped by their reason, largest group first: the reason, how many, and some ids. */
export function grouped(rules: readonly RuleResult[], status: Status): string[] {
  return groupsOf(rules, status).flatMap((group) => [
    `  ${group.reason}`,
    `    ${named(group.rules.map(({ id }) => id))}`,
  ])
}

function named(ids: readonly string[]): string {
  const more = ids.length - MOST_NAMED
  return more > 1 ? `${ids.slice(0, MOST_NAMED).join(', ')} and ${more} more` : ids.join(', ')
}
