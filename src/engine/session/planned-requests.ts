import type { Depth, RequestCases, Rule } from '../../core/rule.ts'

/** Measured average requests per ordinary case and per observation, including shared baseline requests. */
const REQUESTS_PER_CASE = 1.3
const REQUESTS_PER_OBSERVATION = 1.2

const DEPTHS: readonly Depth[] = ['quick', 'standard', 'exhaustive']

/** Estimate the requests per case of a rule. */
export function requestsPerCase(rule: Rule, depth: Depth): number {
  if (rule.kind === 'observation' || !rule.cases?.cost) return 1
  return Math.ceil(rule.cases.cost(depth) / rule.cases.count[DEPTHS.indexOf(depth)]!)
}

/** Estimate the requests of each rule on a conforming deployment. For progress and duration, not a budget. */
export function plannedRequests(rules: readonly Rule[], depth: Depth): Map<string, number> {
  const shared = new Set<RequestCases<unknown>>()
  const requests = (rule: Rule): number => {
    if (rule.kind === 'observation') return REQUESTS_PER_OBSERVATION
    if (!rule.cases || shared.has(rule.cases as RequestCases<unknown>)) return 0
    shared.add(rule.cases as RequestCases<unknown>)
    return rule.cases.cost?.(depth) ?? rule.cases.count[DEPTHS.indexOf(depth)]! * REQUESTS_PER_CASE
  }
  return new Map(rules.map((rule) => [rule.id, requests(rule)]))
}
