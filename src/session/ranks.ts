import type { Depth, Rule } from '../rule.ts'
import { requestsPerCase } from './plan.ts'

/** What goes ahead of what while all that may be under way is: a lower number is a higher rank. */
export interface Ranks {
  /** Of a request in a series of many, one after the other. */
  readonly series: number
  /** Of the request of a rule: the first of a case, and those that follow it. `place` is that of the case among the rule's. */
  of(rule: string, isFirst: boolean, place?: number): number
}

/** A case of more requests is one that walks: it reads ahead. */
const MOST = 8

/**
 * What takes longest one after the other goes first, so that the end of a run waits for nothing: series, then rules that others
 * come after, the longest chains of them first; and what was begun goes ahead of what was not.
 */
export function ranksOf(rules: readonly Rule[], depth: Depth): Ranks {
  const heights = heightsOf(rules, depth)
  const highest = Math.max(0, ...heights.values())
  const series = 1
  return {
    series,
    of: (rule, isFirst) => series + 1 + 2 * (highest - (heights.get(rule) ?? highest)) + (isFirst ? 1 : 0),
  }
}

/** Cases of a rule that go ahead of series, and of what makes a broken case smaller. */
const TELLING = 8

/**
 * Where not all can be sent: the first case of each rule, then the second of each, and so on. First cases are the most telling
 * ones; what is observed can break nothing.
 */
export function frugalRanks(rules: readonly Rule[]): Ranks {
  const last = Math.max(TELLING, ...rules.map((rule) => ('cases' in rule && rule.cases ? rule.cases.count[1] : 0)))
  const observed = new Set(rules.filter(({ kind }) => kind === 'observation').map(({ id }) => id))
  const rankAt = (place: number) => 2 + 2 * Math.min(place, last)
  return {
    series: rankAt(TELLING),
    of: (rule, isFirst, place = TELLING) => rankAt(observed.has(rule) ? last : place) + (isFirst ? 1 : 0),
  }
}

/** How many requests at most follow each other from a rule's first on, about. */
function heightsOf(rules: readonly Rule[], depth: Depth): Map<string, number> {
  const heights = new Map<string, number>()
  const known = new Map(rules.map((rule) => [rule.id, rule]))
  const raise = (id: string, after: number): void => {
    const rule = known.get(id)
    if (!rule) return
    const height = after + Math.min(MOST, requestsPerCase(rule, depth))
    if ((heights.get(id) ?? -1) >= height) return
    heights.set(id, height)
    for (const before of rule.after ?? []) raise(before, height)
  }
  for (const { id } of rules) raise(id, 0)
  return heights
}
