import type { Depth, Rule } from '../../core/rule.ts'
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
 * Cases that a quick run tries go first, then series, then the cases of a standard run. Among them what takes longest one after
 * the other, so that the end of a run waits for nothing: rules that others come after, the longest chains of them first; and what
 * was begun goes ahead of what was not.
 */
export function ranksOf(rules: readonly Rule[], depth: Depth): Ranks {
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

/** How deep a run must go to try the case at this place: 0 for quick, 1 for standard, 2 for exhaustive. */
function bandsOf(rules: readonly Rule[]): (rule: string, place: number) => number {
  const counts = new Map(rules.map((rule) => [rule.id, 'cases' in rule ? rule.cases?.count : undefined]))
  return (rule, place) => {
    const [quick, standard] = counts.get(rule) ?? [1, 1]
    return place < quick ? 0 : place < standard ? 1 : 2
  }
}

/** Cases of a rule that go ahead of series, and of what makes a broken case smaller. */
const TELLING = 8

/**
 * Where not all can be sent: the first case of each rule, then the second of each, and so on. First cases are the most telling
 * ones. What is observed can break nothing, and what a quick round before has tried tells little more: they come last.
 */
export function frugalRanks(rules: readonly Rule[], afterQuick = false): Ranks {
  const band = bandsOf(rules)
  const last = Math.max(TELLING, ...rules.map((rule) => ('cases' in rule && rule.cases ? rule.cases.count[1] : 0)))
  const observed = new Set(rules.filter(({ kind }) => kind === 'observation').map(({ id }) => id))
  const isLate = (rule: string, place: number) => observed.has(rule) || (afterQuick && band(rule, place) === 0)
  const rankAt = (place: number) => 2 + 2 * Math.min(place, last)
  return {
    series: rankAt(afterQuick ? last : TELLING),
    of: (rule, isFirst, place = TELLING) => rankAt(isLate(rule, place) ? last : place) + (isFirst ? 1 : 0),
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
