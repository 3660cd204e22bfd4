import { median } from '../../core/median.ts'
import type { RuleResult, TargetResult } from '../../core/results.ts'

/** A measured value that differs by more than runs of one deployment differ among themselves. */
export interface Movement {
  readonly what: string
  readonly before: number
  readonly after: number
  readonly unit: string
}

/** The number of requests varies with the seed and with changing data. */
const REQUESTS = { part: 0.15, least: 40 }
/** Responses are slower or faster from this ratio on, if enough rules agree on the direction. */
const LATENCY = { ratio: 1.5, rules: 12, chance: 0.001 }

export function measuredChanges(before: TargetResult, after: TargetResult): Movement[] {
  return [...requests(before, after), ...latency(before.rules, after.rules)]
}

function requests({ requests: before }: TargetResult, { requests: after }: TargetResult): Movement[] {
  const difference = Math.abs(after - before)
  const noise = Math.max(REQUESTS.least, REQUESTS.part * before)
  return difference > noise ? [{ what: 'requests', before, after, unit: '' }] : []
}

/** A sign test over the rules' ratios, so that a few slow rules decide nothing, and their median. */
function latency(before: readonly RuleResult[], after: readonly RuleResult[]): Movement[] {
  const now = new Map(after.map((rule) => [rule.id, rule.latency?.p50]))
  const pairs = before.flatMap(({ id, latency: was }) => {
    const is = now.get(id)
    return was && is && was.p50 > 0 && is > 0 ? [{ was: was.p50, is }] : []
  })
  if (pairs.length < LATENCY.rules) return []
  const slower = pairs.filter(({ was, is }) => is > was).length
  const ratio = median(pairs.map(({ was, is }) => is / was))
  const agreed = Math.max(slower, pairs.length - slower)
  if (Math.max(ratio, 1 / ratio) < LATENCY.ratio || signTest(agreed, pairs.length) > LATENCY.chance) return []
  const [was, is] = [median(pairs.map((pair) => pair.was)), median(pairs.map((pair) => pair.is))]
  return [{ what: 'median response time', before: was, after: is, unit: ' ms' }]
}

/** The probability that at least `agreed` of n fair coins show the same side. */
export function signTest(agreed: number, n: number): number {
  let [term, sum] = [0.5 ** n, 0]
  for (let k = n; k >= agreed; k--) {
    sum += term
    term = (term * k) / (n - k + 1)
  }
  return Math.min(1, 2 * sum)
}
