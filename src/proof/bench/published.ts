import { join } from 'node:path'
import { root } from '../../core/package.ts'
import type { Report, RuleResult } from '../../core/results.ts'
import type { Depth, Variant } from '../../core/vocabulary.ts'

/** What runs cost when it was last measured: README tells it. */
export const COST = join(root, 'fixtures/cost.json')

/** What a run with all rules tried judges and sends, and how long it takes. */
export interface Cost {
  readonly depth: Depth
  readonly targets: Readonly<Record<Variant, TargetCost>>
  readonly seconds: number
}

export interface TargetCost {
  readonly rules: number
  /** Of rules that are judged on every answer, answers. */
  readonly cases: number
  readonly requests: number
  /** Those that measure time. */
  readonly timing: number
}

export function costOf({ run, targets }: Report, ms: number): Cost {
  const [a, b] = (['a', 'b'] as const).map((variant) => {
    const { rules, requests } = targets.find((target) => target.variant === variant)!
    return {
      ...judged(rules),
      requests,
      timing: sum(
        rules.filter(({ id }) => id.endsWith('-timing')),
        'requests',
      ),
    }
  })
  return { depth: run.depth, targets: { a: a!, b: b! }, seconds: Math.round(ms / 1000) }
}

/** How many rules were tried, and how many cases. */
export const judged = (rules: readonly RuleResult[]): Pick<TargetCost, 'rules' | 'cases'> => ({
  rules: rules.filter(({ cases }) => cases > 0).length,
  cases: sum(rules, 'cases'),
})

const sum = (rules: readonly RuleResult[], what: 'cases' | 'requests'): number =>
  rules.reduce((all, rule) => all + rule[what], 0)
