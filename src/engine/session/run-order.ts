import { matchesPatterns } from '../../core/matches-patterns.ts'
import { unmet } from '../../core/needs.ts'
import type { Rule } from '../../core/rule.ts'
import type { Settings } from '../../core/settings.ts'
import type { Need, Target } from '../../core/target.ts'
import { plannedRequests } from './planned-requests.ts'
import { isTimed } from './rule-traits.ts'

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
const DISCOVERED: readonly Need[] = ['project', 'dataset', 'dataset:ordered']

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
