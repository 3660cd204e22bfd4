import type { RuleResult, Status } from '../core/results.ts'

export interface Group {
  readonly reason: string
  readonly rules: readonly RuleResult[]
}

/** The rules of a status by their reason, the largest group first. What one control module would do is one group. */
export function groupsOf(rules: readonly RuleResult[], status: Status): readonly Group[] {
  const found = Map.groupBy(
    rules.filter((rule) => rule.status === status),
    ({ reason = 'no reason is known' }) => CONTROL.exec(reason)?.[1] ?? reason,
  )
  return [...found.values()]
    .map((members) => ({ reason: reasonOf(members), rules: members }))
    .sort((a, b) => b.rules.length - a.rules.length)
}

const CONTROL = /^(supply a control module \(--control FILE\) with )([\w, ]+)$/

function reasonOf(members: readonly RuleResult[]): string {
  const reasons = members.map(({ reason = 'no reason is known' }) => reason)
  const [, start] = CONTROL.exec(reasons[0]!) ?? []
  if (start === undefined) return reasons[0]!
  return start + [...new Set(reasons.flatMap((reason) => reason.slice(start.length).split(', ')))].join(', ')
}
