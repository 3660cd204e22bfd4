import { count } from './count.ts'
import type { RuleResult, Status, TargetResult } from './results.ts'
import { scopeOf } from './rule-coverage.ts'

type Judged = Pick<TargetResult, 'verdict' | 'rules' | 'stopped'>

/** A verdict with what qualifies it: `conformant so far with 1 warning`. Only `conformant` alone is a full pass. */
export function qualifiedVerdict({ verdict, rules, stopped }: Judged): string {
  if (verdict !== 'conformant' || stopped !== undefined) return verdict
  const isPartialRun = rules.some(({ unselected }) => unselected)
  const extent = isPartialRun ? 'partial run' : scopeOf(rules) === 'complete' ? 'conformant' : 'conformant so far'
  const [warned, accepted] = [numberOf('warned', rules), numberOf('expected', rules)]
  const qualifiers = [
    ...(warned > 0 ? [count(warned, 'warning')] : []),
    ...(accepted > 0 ? [count(accepted, 'accepted failure')] : []),
  ]
  return qualifiers.length > 0 ? `${extent} with ${qualifiers.join(' and ')}` : extent
}

const numberOf = (status: Status, rules: readonly RuleResult[]): number =>
  rules.filter((rule) => rule.status === status).length
