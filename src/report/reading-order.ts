import { isControl, supplyText } from '../core/needs.ts'
import { isWarning, type RuleResult, type Status, type TargetResult } from '../core/results.ts'

/** Statuses in the order in which a reader needs them. */
export const STATUS_ORDER: readonly Status[] = [
  'failed',
  'warned',
  'inconclusive',
  'blocked',
  'skipped',
  'attested',
  'expected',
  'passed',
  'observed',
]

/** `a.users` for `a.users.total`: variant and area, the first two parts of a rule's path. */
export const groupOf = (id: string): string => id.split('.', 2).join('.')

/** Cross-tenant reads come first, then credentials that work when they must not. */
const WORST_AREAS = ['tenancy', 'key', 'auth']
const VIOLATED: readonly Status[] = ['failed', 'warned']

type Ranked = Pick<RuleResult, 'id' | 'status' | 'severity' | 'failure'> & Partial<Pick<RuleResult, 'level'>>

/**
 * Violations first: the worst, then those that show each time, then those that explain most, then those of stated rules, each with the
 * violations that follow it. All other rules keep their order.
 */
export function byImpact<Rule extends Ranked>(rules: readonly Rule[]): Rule[] {
  const leads = rules.filter(({ failure }) => !failure?.follows)
  const ordered = leads.toSorted(
    (one, other) =>
      rank(one) - rank(other) ||
      flaky(one) - flaky(other) ||
      explains(other) - explains(one) ||
      Number(one.level === 'implied') - Number(other.level === 'implied'),
  )
  const isLed = ({ failure }: Rule) => leads.some(({ id }) => id === failure?.follows?.rule)
  const led = Map.groupBy(rules.filter(isLed), ({ failure }) => failure?.follows?.rule)
  const others = rules.filter((rule) => rule.failure?.follows && !isLed(rule))
  return [...ordered, ...others].flatMap((rule) => [rule, ...(led.get(rule.id) ?? [])])
}

/** The rules of all targets that ended with a status, the worst first. */
export const rulesWith = (status: Status, targets: readonly TargetResult[]): RuleResult[] =>
  byImpact(targets.flatMap(({ rules }) => rules.filter((rule) => rule.status === status)))

/** The violated rules: every failure before any warning. */
export const worstFirst = <Rule extends Ranked>(rules: readonly Rule[]): Rule[] =>
  VIOLATED.flatMap((violated) => byImpact(rules.filter(({ status }) => status === violated)))

const flaky = ({ failure }: Pick<RuleResult, 'failure'>): number => (failure?.flaky === undefined ? 0 : 1)
const explains = ({ failure }: Pick<RuleResult, 'failure'>): number => failure?.explains ?? 0

/** With `--strict`, warnings fail the run as errors do, but come after them. */
function rank(rule: Ranked): number {
  const { id, status } = rule
  const severity = isWarning(rule) ? VIOLATED.length - 1 : VIOLATED.indexOf(status)
  if (severity < 0) return VIOLATED.length * (WORST_AREAS.length + 1)
  const area = WORST_AREAS.indexOf(id.split('.')[1]!)
  return severity * (WORST_AREAS.length + 1) + (area < 0 ? WORST_AREAS.length : area)
}

/** The rules of a status by their reason, the largest group first. Rules that lack only control functions are one group. */
export function groupByReason(rules: readonly RuleResult[], status: Status) {
  const groups = Map.groupBy(
    rules.filter((rule) => rule.status === status),
    (rule) => (lacksOnlyControl(rule) ? CONTROL : rule.reason),
  )
  return [...groups.values()]
    .map((rules) => ({ reason: reasonOf(rules), rules }))
    .sort((one, other) => other.rules.length - one.rules.length)
}

const CONTROL = Symbol('control')
const lacksOnlyControl = ({ missing = [] }: RuleResult): boolean => missing.length > 0 && missing.every(isControl)

function reasonOf(rules: readonly RuleResult[]): string {
  if (rules.every(lacksOnlyControl)) return supplyText([...new Set(rules.flatMap(({ missing = [] }) => missing))], 'a')
  return rules[0]?.reason ?? 'no reason is known'
}
