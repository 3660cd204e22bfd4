import { describe, expect, it } from 'vitest'
import { NO_CLAUSES } from '../core/clause-coverage.ts'
import type { TargetSettings } from '../core/settings.ts'
import { sampleRule } from '../testing/sample-report.ts'
import { targetResult } from './target-result.ts'
import type { TargetOutcome } from './test-target.ts'

const settings = { variant: 'b', baseUrl: 'http://127.0.0.1:1' } as unknown as TargetSettings
const calm = { interrupted: false, crashed: false }
const all = { rules: [] }
const outcomeOf = (target: object | undefined): TargetOutcome =>
  ({ target, rules: [sampleRule('b.x.y', 'passed')] }) as unknown as TargetOutcome
const clauses = { ...NO_CLAUSES, total: 3, tried: 1 }

describe('the result of a target', () => {
  it('has the outcome of its session', () => {
    expect(targetResult(settings, outcomeOf({ requests: 9, retries: 2, clauses }), calm, all)).toStrictEqual({
      variant: 'b',
      baseUrl: 'http://127.0.0.1:1',
      verdict: 'conformant',
      conclusion: 'conformant',
      scope: 'complete',
      coverage: { required: 1, decided: 1, undecided: [], skipped: [], unselected: [], cutShort: [] },
      requests: 9,
      retries: 2,
      serverErrors: 0,
      counts: expect.objectContaining({ passed: 1 }),
      clauses,
      rules: [sampleRule('b.x.y', 'passed')],
    })
  })

  it('marks rules that --rule does not select', () => {
    const rules = [sampleRule('b.x.y', 'passed'), sampleRule('b.x.z', 'skipped')]
    const outcome = { target: { requests: 1, retries: 0, serverErrors: 0, clauses }, rules }
    const result = targetResult(settings, outcome, calm, { rules: ['b.x.y'] })
    expect(result).toMatchObject({ verdict: 'conformant', scope: 'partial', coverage: { unselected: ['b.x.z'] } })
    expect(result.conclusion).toBe('partial run')
    expect(result.rules.map(({ unselected }) => unselected)).toEqual([undefined, true])
  })

  it('is inconclusive when preflight stopped it, and lists leftover keys', () => {
    const result = targetResult(
      settings,
      outcomeOf({ requests: 1, retries: 0, clauses, stopped: 'gone', leftovers: ['k'] }),
      calm,
      all,
    )
    expect(result).toMatchObject({ verdict: 'inconclusive', stopped: 'gone', leftovers: ['k'] })
    expect(
      targetResult(settings, outcomeOf({ requests: 1, retries: 0, clauses, leftovers: [] }), calm, all),
    ).not.toHaveProperty('leftovers')
  })

  it('is inconclusive without an outcome, and says whether the user or the suite ended the run', () => {
    const result = targetResult(settings, undefined, { ...calm, crashed: true }, all)
    expect(result).toMatchObject({ verdict: 'inconclusive', requests: 0, retries: 0, rules: [] })
    expect(result.clauses).toEqual(NO_CLAUSES)
    expect(result.stopped).toBe('the suite failed before any rule was tried')
    expect(targetResult(settings, undefined, { ...calm, interrupted: true }, all).stopped).toBe(
      'the run was interrupted before any rule was tried',
    )
    // Rules that passed before the crash do not count without an outcome.
    expect(targetResult(settings, outcomeOf(undefined), calm, all).verdict).toBe('inconclusive')
  })
})
