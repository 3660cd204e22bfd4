import type { Depth, Rule } from '../../core/rule.ts'
import { requestsPerCase } from './planned-requests.ts'

/** Priorities of queued requests: a lower number goes first. */
export interface RequestPriorities {
  /** Rank of requests in a long sequential series. */
  readonly series: number
  /** Rank of a request of a rule. `isFirst`: the first of its case. `place`: index of the case. */
  of(rule: string, isFirst: boolean, place?: number): number
}

/** Maximum length of a case: longer ones page through a list and read ahead. */
const MAX_CASE_LENGTH = 8

/**
 * Ranks for a run that sends everything: cases of a quick run, then series, then cases of a standard run. Within each, rules with the
 * longest chain of dependent rules go first (critical path), and started cases go before new ones.
 */
export function requestPriorities(rules: readonly Rule[], depth: Depth): RequestPriorities {
  const heights = heightsOf(rules, depth)
  const highest = Math.max(0, ...heights.values())
  const band = bandsOf(rules)
  const width = 2 * (highest + 1)
  const series = 1 + width
  return {
    series,
    of(rule, isFirst, place = 0) {
      const k = band(rule, place)
      const start = 1 + k * width + (k > 0 ? 1 : 0)
      return start + 2 * (highest - (heights.get(rule) ?? highest)) + (isFirst ? 1 : 0)
    },
  }
}

/** The depth at which a case is first tried: 0 for quick, 1 for standard, 2 for exhaustive. */
function bandsOf(rules: readonly Rule[]): (rule: string, place: number) => number {
  const counts = new Map(rules.map((rule) => [rule.id, 'cases' in rule ? rule.cases?.count : undefined]))
  return (rule, place) => {
    const [quick, standard] = counts.get(rule) ?? [1, 1]
    return place < quick ? 0 : place < standard ? 1 : 2
  }
}

/** Cases of each rule that go before series and shrinking. */
const EARLY_CASES = 8

/**
 * Ranks for a run that cannot send everything: the first case of each rule, then the second of each, and so on, because early cases
 * find the most. Observations, which cannot fail, and cases that a quick round has tried come last.
 */
export function frugalPriorities(rules: readonly Rule[], afterQuick = false): RequestPriorities {
  const band = bandsOf(rules)
  const last = Math.max(EARLY_CASES, ...rules.map((rule) => ('cases' in rule && rule.cases ? rule.cases.count[1] : 0)))
  const observed = new Set(rules.filter(({ kind }) => kind === 'observation').map(({ id }) => id))
  const isLate = (rule: string, place: number) => observed.has(rule) || (afterQuick && band(rule, place) === 0)
  const rankAt = (place: number) => 2 + 2 * Math.min(place, last)
  return {
    series: rankAt(afterQuick ? last : EARLY_CASES),
    of: (rule, isFirst, place = EARLY_CASES) => rankAt(isLate(rule, place) ? last : place) + (isFirst ? 1 : 0),
  }
}

/** Estimate the length of the longest chain of sequential requests that starts with each rule. */
function heightsOf(rules: readonly Rule[], depth: Depth): Map<string, number> {
  const heights = new Map<string, number>()
  const known = new Map(rules.map((rule) => [rule.id, rule]))
  const raise = (id: string, base: number): void => {
    const rule = known.get(id)
    if (!rule) return
    const height = base + Math.min(MAX_CASE_LENGTH, requestsPerCase(rule, depth))
    if ((heights.get(id) ?? -1) >= height) return
    heights.set(id, height)
    for (const before of rule.after ?? []) raise(before, height)
  }
  for (const { id } of rules) raise(id, 0)
  return heights
}
