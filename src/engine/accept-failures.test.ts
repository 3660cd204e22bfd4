import { describe, expect, test } from 'vitest'
import type { ExpectedFailure } from '../core/expected-failure.ts'
import type { Failure, RuleResult, Status } from '../core/results.ts'
import { acceptFailures, staleEntries } from './accept-failures.ts'

const failure = (actual: string) => ({ summary: `expected 7; got ${actual}`, expected: '7', actual }) as Failure

const rule = (id: string, status: Status, actual = ''): RuleResult => ({
  ...{ id, level: 'stated', section: '2', title: id, status, cases: 1, requests: 1, durationMs: 1 },
  ...((status === 'failed' || status === 'warned') && { failure: failure(actual) }),
})

const entry = (id: string, more: Partial<ExpectedFailure> = {}): ExpectedFailure => ({
  rule: id,
  reason: 'known',
  at: 'e.yaml:1',
  ...more,
})

/** Statuses and stale entries, as a run reports them. */
function outcome(rules: readonly RuleResult[], ...entries: ExpectedFailure[]) {
  const results = acceptFailures(rules, entries)
  return { status: results.map(({ status }) => status), stale: staleEntries(results, entries).map(({ why }) => why) }
}

describe('an accepted failure', () => {
  test('becomes `expected` with the reason and keeps its evidence', () => {
    const [result] = acceptFailures([rule('a.x', 'failed', '8')], [entry('a.x', { until: '2027-01-31' })])
    expect(result).toMatchObject({ status: 'expected', reason: 'known (until 2027-01-31)', failure: { actual: '8' } })
  })

  test('matches by pattern, including warnings; other rules still fail', () => {
    const rules = [rule('a.x.one', 'failed'), rule('a.x.two', 'warned'), rule('a.y', 'failed')]
    expect(outcome(rules, entry('a.x.*'))).toEqual({ status: ['expected', 'expected', 'failed'], stale: [] })
  })

  test('still fails when the failure differs, and the entry is stale', () => {
    const rules = [rule('a.x', 'failed', '8 users')]
    expect(outcome(rules, entry('a.x', { contains: '8 users' }))).toEqual({ status: ['expected'], stale: [] })
    expect(outcome(rules, entry('a.x', { contains: '9 users' }))).toEqual({
      status: ['failed'],
      stale: ['its failure no longer contains "9 users"'],
    })
    expect(acceptFailures(rules, [entry('a.x', { contains: '9 users' })])[0]!.note).toBe(
      'a different failure is accepted (e.yaml:1), one that contains "9 users"',
    )
  })

  test('matches any of several entries for one rule', () => {
    const entries = [entry('a.x', { contains: 'other' }), entry('a.x', { contains: '8' })]
    expect(acceptFailures([rule('a.x', 'failed', '8')], entries)[0]!.status).toBe('expected')
  })
})

describe('a stale entry', () => {
  test('has a rule that passes', () => {
    expect(outcome([rule('a.x', 'passed')], entry('a.x')).stale).toEqual(['it no longer fails'])
    expect(outcome([rule('a.x', 'passed'), rule('a.y', 'failed')], entry('a.*')).stale).toEqual([])
  })

  test.for(['skipped', 'inconclusive', 'blocked'] as const)('is not reported for a rule that is %s', (status) => {
    expect(outcome([rule('a.x', status)], entry('a.x')).stale).toEqual([])
  })

  test('is not reported for an untested variant', () => {
    expect(outcome([rule('a.x', 'passed')], entry('b.x')).stale).toEqual([])
  })
})
