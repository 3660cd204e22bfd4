import type { RuleResult, Status } from '../core/results.ts'

/** Statuses as a reader asks for them. */
export const STATUS_ORDER: readonly Status[] = [
  'failed',
  'warned',
  'inconclusive',
  'blocked',
  'skipped',
  'expected',
  'passed',
  'observed',
]

/** `a.users` for `a.users.total`: variant and area, the first two parts of a rule's path. */
export const groupOf = (id: string): string => id.split('.', 2).join('.')

/** Cross-tenant reads come first, then credentials that work when they must not. */
const WORST_AREAS = ['tenancy', 'key', 'auth']
const VIOLATED: readonly Status[] = ['failed', 'warned']

/** Violations first, worst first; all other rules keep their order. */
export const byImpact = <Rule extends Pick<RuleResult, 'id' | 'status'>>(rules: readonly Rule[]): Rule[] =>
  rules.toSorted((one, other) => rank(one) - rank(other))

function rank({ id, status }: Pick<RuleResult, 'id' | 'status'>): number {
  const severity = VIOLATED.indexOf(status)
  if (severity < 0) return VIOLATED.length * (WORST_AREAS.length + 1)
  const area = WORST_AREAS.indexOf(id.split('.')[1]!)
  return severity * (WORST_AREAS.length + 1) + (area < 0 ? WORST_AREAS.length : area)
}
