import { type Catalog, matchesPatterns } from '../../core/catalog.ts'
import { unmet } from '../../core/needs.ts'
import type { Depth, RequestCases, Rule } from '../../core/rule.ts'
import type { Settings } from '../../core/settings.ts'
import type { ControlFunction, Need, Target } from '../../core/target.ts'

/** The order in which a run sends its requests. */
export interface RunOrder {
  /** The cases of a quick run go first, in a separate round, so that most failures are found early. */
  readonly quickFirst: boolean
  /** The limits do not allow all requests: rules share equal requests, and the most effective cases go first. */
  readonly short: boolean
}

/** For a run that can send everything in one round. */
export const AS_PLANNED: RunOrder = { quickFirst: false, short: false }

/** Needs that preflight can discover. */
const DISCOVERED: readonly Need[] = [
  'project',
  'dataset',
  'dataset:ordered',
  'second-project',
  'second-dataset',
  'empty-project',
  'empty-dataset',
]

type Limits = Pick<Settings, 'depth' | 'rules' | 'timing' | 'maxRequests' | 'deadline' | 'replay'>

/**
 * Choose the order. A run of thousands of requests, or one that may end early, starts with a quick round, so that it decides at least
 * what a quick run decides. Other runs finish within seconds and would only wait between rounds.
 */
export function runOrder(settings: Limits, rules: readonly Rule[], target: Target, rate = Infinity): RunOrder {
  const { depth, maxRequests = Infinity, deadline = Infinity } = settings
  const isDue = (rule: Rule) => matchesPatterns(rule.id, settings.rules) && (settings.timing || !isTimed(rule))
  const canBeTried = (rule: Rule) => unmet(rule, target).every((need) => DISCOVERED.includes(need))
  const requests = plannedRequests(
    rules.filter((rule) => isDue(rule) && canBeTried(rule)),
    depth,
  )
  const expected = [...requests.values()].reduce((total, count) => total + count, 0)
  const short = expected > Math.min(maxRequests, (rate * deadline) / 1000)
  const mayEndEarly = short || settings.deadline !== undefined
  const quickFirst = !settings.replay && (depth === 'exhaustive' || (depth === 'standard' && mayEndEarly))
  return { quickFirst, short }
}

/** Measured average requests per ordinary case and per observation, including shared baseline requests: at quick depth cases share more. */
const REQUESTS_PER_CASE: Readonly<Record<Depth, number>> = { quick: 0.85, standard: 1.2, exhaustive: 1.3 }

const DEPTHS: readonly Depth[] = ['quick', 'standard', 'exhaustive']

/** Estimate the requests per case of a rule. */
function requestsPerCase(rule: Rule, depth: Depth): number {
  if (rule.kind === 'observation' || !rule.cases?.cost) return 1
  return Math.ceil(rule.cases.cost(depth) / rule.cases.count[DEPTHS.indexOf(depth)]!)
}

/** Estimate the requests of each rule on a conforming deployment. For progress and duration, not a budget. */
export function plannedRequests(rules: readonly Rule[], depth: Depth): Map<string, number> {
  const shared = new Set<RequestCases<unknown>>()
  const requests = (rule: Rule): number => {
    if (rule.kind === 'observation') return REQUESTS_PER_CASE[depth]
    if (!rule.cases || shared.has(rule.cases as RequestCases<unknown>)) return 0
    shared.add(rule.cases as RequestCases<unknown>)
    return rule.cases.cost?.(depth) ?? rule.cases.count[DEPTHS.indexOf(depth)]! * REQUESTS_PER_CASE[depth]
  }
  return new Map(rules.map((rule) => [rule.id, requests(rule)]))
}

/** Priorities of queued requests: a lower number goes first. */
export interface RequestPriorities {
  /** Rank of requests in a long sequential series. Default: that of their case. */
  readonly series?: number
  /** Rank of a request of a rule. `isFirst`: the first of its case. `place`: index of the case. */
  of(rule: string, isFirst: boolean, place?: number): number
}

/** Maximum length of a case: longer ones page through a list and read ahead. */
const MAX_CASE_LENGTH = 8

/**
 * Ranks for a run that sends everything: cases of a quick run, then series, then cases of a standard run. Within each, rules with the
 * longest chain of dependent rules go first (critical path), and started cases go before new ones.
 */
export function requestPriorities(rules: readonly Rule[], depth: Depth): Required<RequestPriorities> {
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

/** Requests in flight delay those that matter more, so a run of few requests sends few concurrently. */
const REQUESTS_PER_CONNECTION = 12

/** Limit the requests in flight of a run that cannot send everything. */
export const frugalConcurrency = ({ concurrency, maxRequests = Infinity }: Settings): number =>
  Math.min(concurrency, Math.ceil(maxRequests / REQUESTS_PER_CONNECTION))

/** Cases of each rule that go before shrinking. */
const EARLY_CASES = 8

/**
 * Ranks for a run that cannot send everything: the cases of `caseOrder`, then the first other case of each rule, then the second, and
 * so on. Observations, which cannot fail, and cases that a quick round has tried come last.
 */
export function frugalPriorities(
  { rules, caseOrder }: Pick<Catalog, 'rules' | 'caseOrder'>,
  afterQuick = false,
): RequestPriorities {
  const band = bandsOf(rules)
  const last = Math.max(EARLY_CASES, ...rules.map((rule) => ('cases' in rule && rule.cases ? rule.cases.count[1] : 0)))
  const observed = new Set(rules.filter(({ kind }) => kind === 'observation').map(({ id }) => id))
  const isLate = (rule: string, place: number) => observed.has(rule) || (afterQuick && band(rule, place) === 0)
  // Rules that share cases share their ranks, since any of them may be the one that sends the requests.
  const casesOf = new Map(rules.map((rule) => [rule.id, ('cases' in rule && rule.cases) || rule]))
  const ranks = Map.groupBy(caseOrder.keys(), (k) => casesOf.get(caseOrder[k]!))
  const others = 1 + caseOrder.length
  return {
    of: (rule, isFirst, place = EARLY_CASES) => {
      const rank = isLate(rule, place) ? undefined : ranks.get(casesOf.get(rule))?.[place]
      if (rank !== undefined) return 1 + rank
      return others + 2 * (isLate(rule, place) ? last : Math.min(place, last)) + (isFirst ? 1 : 0)
    },
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

/** Whether the rule skips the quick round: it measures time or costs a person's time. */
export const leftToTheLast = (rule: Rule, byHand: boolean): boolean => isTimed(rule) || (byHand && usesControl(rule))

/** Whether the rule measures time. Such rules run after all others. */
export const isTimed = ({ needs }: Rule): boolean => needs?.includes('timing') === true

/** Whether the rule calls the control module. */
export const usesControl = ({ needs = [] }: Rule): boolean => needs.some((need) => need.startsWith('control.'))

/** Whether the rule reads only what the control module returns. */
export const sendsNothing = (rule: Rule, depth: Depth): boolean => 'cases' in rule && rule.cases?.cost?.(depth) === 0

/** Control functions that change the lists that other rules read. */
const CHANGES: readonly Need[] = ['control.createUser', 'control.touchUser', 'control.appendRow']

/** Whether a run with these functions may change the lists. */
export const changesData = (functions: readonly ControlFunction[]): boolean =>
  functions.some((name) => CHANGES.includes(`control.${name}`))

/** Whether the rule waits for those without the control module: it changes the data that they read, or measures milliseconds. */
export const waitsForOthers = (rule: Rule): boolean =>
  (rule.kind === 'trial' && rule.calm === true) || rule.needs?.some((need) => CHANGES.includes(need)) === true

/** Whether the rule runs when all others that measure no time are done. */
export const isAtEnd = (rule: Rule): boolean => rule.kind === 'trial' && rule.atEnd === true

/** Whether the rule starts without waiting for those that may block it. */
export const isEager = (rule: Rule): boolean => rule.kind === 'trial' && rule.eager === true
