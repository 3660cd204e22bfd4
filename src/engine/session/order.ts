import { unmet } from '../../core/needs.ts'
import type { Rule } from '../../core/rule.ts'
import { chosen } from '../../core/rule-patterns.ts'
import type { Settings } from '../../core/settings.ts'
import type { Need, Target } from '../../core/target.ts'
import { planned } from './plan.ts'
import { isTimed } from './rule-traits.ts'

/** In which order a run sends what it has to send. */
export interface Order {
  /** What a quick run tries goes before all else, in a round of its own: what can be found is found early. */
  readonly quickFirst: boolean
  /** Not all can be sent: what several rules ask for is sent once, and what catches most goes first. */
  readonly short: boolean
}

/** All that is planned will be sent. */
export const AS_PLANNED: Order = { quickFirst: false, short: false }

/** What is found out by the first requests. */
const FOUND: readonly Need[] = ['project', 'dataset', 'dataset:ordered']

type Limits = Pick<Settings, 'depth' | 'rules' | 'timing' | 'maxRequests' | 'deadline' | 'replay'>

/**
 * A run of thousands of requests, and one that may end early, begins with a quick round: it then decides what a quick run decides.
 * Any other sends all within seconds, and rounds would only make it wait in between.
 */
export function orderOf(settings: Limits, rules: readonly Rule[], target: Target, rate = Infinity): Order {
  const { depth, maxRequests = Infinity, deadline = Infinity } = settings
  const isDue = (rule: Rule) => chosen(rule.id, settings.rules) && (settings.timing || !isTimed(rule))
  const canBeTried = (rule: Rule) => unmet(rule, target).every((need) => FOUND.includes(need))
  const requests = planned(
    rules.filter((rule) => isDue(rule) && canBeTried(rule)),
    depth,
  )
  const sum = [...requests.values()].reduce((all, each) => all + each, 0)
  const short = sum > Math.min(maxRequests, (rate * deadline) / 1000)
  const mayEnd = short || settings.deadline !== undefined
  const quickFirst = !settings.replay && (depth === 'exhaustive' || (depth === 'standard' && mayEnd))
  return { quickFirst, short }
}
