import type { RuleResult, Status } from '../core/results.ts'

/** What strangers can read comes first, then credentials that work when they must not. */
const AREAS = ['tenancy', 'key', 'auth']
const STATUSES: readonly Status[] = ['failed', 'warned']

/** Violations first, worst first; all other rules keep their order. */
export const byImpact = <Rule extends Pick<RuleResult, 'id' | 'status'>>(rules: readonly Rule[]): Rule[] =>
  rules.toSorted((one, other) => rank(one) - rank(other))

function rank({ id, status }: Pick<RuleResult, 'id' | 'status'>): number {
  const severity = STATUSES.indexOf(status)
  if (severity < 0) return 2 * (AREAS.length + 1)
  const area = AREAS.indexOf(id.split('.')[1]!)
  return severity * (AREAS.length + 1) + (area < 0 ? AREAS.length : area)
}
