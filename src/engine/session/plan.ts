import type { Depth, RequestCases, Rule } from '../../core/rule.ts'

/** Requests of an ordinary case and of an observation, yardsticks that several rules share taken together: measured, not promised. */
const EACH_CASE = 1.3
const EACH_OBSERVATION = 1.2

const DEPTHS: readonly Depth[] = ['quick', 'standard', 'exhaustive']

/** About how many requests a case of the rule sends. */
export function requestsPerCase(rule: Rule, depth: Depth): number {
  if (rule.kind === 'observation' || !rule.cases?.cost) return 1
  return Math.ceil(rule.cases.cost(depth) / rule.cases.count[DEPTHS.indexOf(depth)]!)
}

/** About how many requests each rule sends on a lawful deployment. Good enough to tell how long a run will take, no budget. */
export function planned(rules: readonly Rule[], depth: Depth): Map<string, number> {
  const shared = new Set<RequestCases<unknown>>()
  const requests = (rule: Rule): number => {
    if (rule.kind === 'observation') return EACH_OBSERVATION
    if (!rule.cases || shared.has(rule.cases as RequestCases<unknown>)) return 0
    shared.add(rule.cases as RequestCases<unknown>)
    return rule.cases.cost?.(depth) ?? rule.cases.count[DEPTHS.indexOf(depth)]! * EACH_CASE
  }
  return new Map(rules.map((rule) => [rule.id, requests(rule)]))
}
