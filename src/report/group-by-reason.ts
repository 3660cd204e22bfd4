import { isControl, supplyText } from '../core/needs.ts'
import type { RuleResult, Status } from '../core/results.ts'

export interface ReasonGroup {
  readonly reason: string
  readonly rules: readonly RuleResult[]
}

/** The rules of a status by their reason, the largest group first. Rules that lack only control functions are one group. */
export function groupByReason(rules: readonly RuleResult[], status: Status): readonly ReasonGroup[] {
  const groups = Map.groupBy(
    rules.filter((rule) => rule.status === status),
    (rule) => (lacksOnlyControl(rule) ? CONTROL : rule.reason),
  )
  return [...groups.values()]
    .map((rules) => ({ reason: reasonOf(rules), rules }))
    .sort((one, other) => other.rules.length - one.rules.length)
}

const CONTROL = Symbol('control')
const lacksOnlyControl = ({ missing = [] }: RuleResult): boolean => missing.length > 0 && missing.every(isControl)

function reasonOf(rules: readonly RuleResult[]): string {
  if (rules.every(lacksOnlyControl)) return supplyText([...new Set(rules.flatMap(({ missing = [] }) => missing))], 'a')
  return rules[0]?.reason ?? 'no reason is known'
}
