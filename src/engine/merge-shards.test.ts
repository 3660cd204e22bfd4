import { expect, test } from 'vitest'
import type { Report, RuleResult, Status } from '../core/results.ts'
import type { Depth } from '../core/rule.ts'
import { sampleReport, sampleRule, sampleTarget } from '../testing/sample-report.ts'
import { mergeShards } from './merge-shards.ts'

const DIVIDED = 'a.users.partition'
const DEPENDENT = 'a.users.paging-while-growing'

const part = (status: Status, more: Partial<RuleResult> = {}) => sampleRule(DIVIDED, status, more)

/** The merged rules of shards that each tested their part of one rule, and perhaps another. */
async function merged(parts: readonly RuleResult[], depth: Depth = 'exhaustive', other?: Status) {
  const reports = parts.map((one, k): Report => {
    const isLast = k === parts.length - 1
    const elsewhere = { ...sampleRule(DEPENDENT, 'skipped'), unselected: true } as const
    const rules = [one, ...(other ? [isLast ? sampleRule(DEPENDENT, other) : elsewhere] : [])]
    return sampleReport([sampleTarget('a', rules)], { depth, shard: { index: k + 1, of: parts.length } })
  })
  const { targets } = await mergeShards(reports)
  return targets[0]!.rules
}

test.for([
  [['passed', 'passed', 'passed'], 'passed'],
  [['passed', 'failed', 'inconclusive'], 'failed'],
  [['passed', 'inconclusive', 'passed'], 'inconclusive'],
  [['skipped', 'passed', 'passed'], 'skipped'],
] as const)('the parts of a divided rule: %s is %s', async ([parts, whole]) => {
  const [rule] = await merged(parts.map((status) => part(status, { cases: 14, requests: 100 })))
  expect(rule).toMatchObject({ status: whole, cases: 42, requests: 300 })
})

test('a part that was cut counts with its planned cases', async () => {
  const [rule] = await merged([part('passed', { cases: 5, plannedCases: 14 }), part('passed', { cases: 13 })])
  expect(rule).toMatchObject({ status: 'passed', cases: 18, plannedCases: 27 })
})

test('a part that no shard tested makes the rule inconclusive', async () => {
  const elsewhere = { ...part('skipped', { cases: 0, requests: 0 }), unselected: true } as const
  const [rule] = await merged([part('passed'), elsewhere, part('passed')])
  expect(rule).toMatchObject({ status: 'inconclusive', reason: 'only 2 of 3 shards tested their cases', cases: 6 })
  const [whole] = await merged([part('passed'), elsewhere, part('passed')], 'standard')
  expect(whole).toMatchObject({ status: 'passed', cases: 3 })
})

test('what depends on a divided rule is blocked when another shard finds it violated', async () => {
  const [, dependent] = await merged([part('failed'), part('passed')], 'exhaustive', 'failed')
  expect(dependent).toMatchObject({ status: 'blocked', blockedBy: DIVIDED, reason: `${DIVIDED} is violated` })
  expect(dependent).not.toHaveProperty('failure')
  const [, skipped] = await merged([part('failed'), part('passed')], 'exhaustive', 'skipped')
  expect(skipped).toMatchObject({ status: 'skipped' })
  const [, passed] = await merged([part('passed'), part('passed')], 'exhaustive', 'passed')
  expect(passed).toMatchObject({ status: 'passed' })
})
