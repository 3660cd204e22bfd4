import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { STATUSES, type Status } from '../core/results.ts'
import type { Level } from '../core/rule.ts'
import { sampleReport, sampleRule, sampleTarget } from '../testing/sample-report.ts'
import { concluded, countsOf, due, exitCode, isComplete, verdictOf } from './verdict.ts'

const QUIET = { interrupted: false, crashed: false }
const times = (n: number, status: Status, level: Level = 'stated') =>
  Array.from({ length: n }, (_, i) => ({ id: `a.${level}.${status}-${i}`, level, status }))
const verdict = (...groups: ReturnType<typeof times>[]) => verdictOf({ rules: groups.flat() }, QUIET)

describe('verdict', () => {
  test('one failure makes the target nonconformant', () => {
    expect(verdict(times(99, 'passed'), times(1, 'failed'), times(50, 'inconclusive'))).toBe('nonconformant')
  })

  test('a run that decided no stated rule is inconclusive', () => {
    expect(verdict()).toBe('inconclusive')
    expect(verdict(times(5, 'passed', 'implied'), times(5, 'observed', 'observed'))).toBe('inconclusive')
    expect(verdict(times(10, 'skipped'))).toBe('inconclusive')
    expect(verdict(times(1, 'inconclusive'))).toBe('inconclusive')
  })

  test('of implied rules only, if the user selected no others, one must be decided', () => {
    const unselected = times(9, 'skipped').map((rule) => ({ ...rule, unselected: true as const }))
    expect(verdict(times(1, 'passed', 'implied'), unselected)).toBe('conformant')
    expect(verdict(times(1, 'inconclusive', 'implied'), unselected)).toBe('inconclusive')
    expect(verdict(times(1, 'inconclusive'), times(1, 'passed', 'implied'), unselected)).toBe('inconclusive')
  })

  test('warnings and skipped rules do not affect the verdict', () => {
    expect(verdict(times(1, 'passed'), times(1, 'warned'), times(90, 'skipped'))).toBe('conformant')
    expect(verdict(times(1, 'expected'), times(1, 'observed', 'observed'))).toBe('conformant')
  })

  test('at most a quarter of the due rules may stay open', () => {
    expect(verdict(times(3, 'passed'), times(1, 'inconclusive'))).toBe('conformant')
    expect(verdict(times(5, 'passed'), times(2, 'inconclusive'))).toBe('inconclusive')
    expect(verdict(times(5, 'passed'), times(1, 'inconclusive'), times(1, 'blocked'))).toBe('inconclusive')
    expect(verdict(times(5, 'passed'), times(2, 'inconclusive'), times(50, 'observed'))).toBe('inconclusive')
  })

  test('as many as --max-requests leaves may stay open', () => {
    const rules = [...times(2, 'passed'), ...times(30, 'inconclusive')]
    expect(verdictOf({ rules, cut: { by: 'budget', reason: '' } }, QUIET)).toBe('conformant')
    expect(verdictOf({ rules, cut: { by: 'deadline', reason: '' } }, QUIET)).toBe('inconclusive')
  })

  test('a stopped, crashed or aborted run is inconclusive', () => {
    const rules = [...times(9, 'passed'), ...times(1, 'inconclusive')]
    expect(verdictOf({ rules, stopped: 'cannot be reached' }, QUIET)).toBe('inconclusive')
    expect(verdictOf({ rules }, { interrupted: false, crashed: true })).toBe('inconclusive')
    expect(verdictOf({ rules }, { interrupted: true, crashed: false })).toBe('inconclusive')
  })

  test('counts add up to the number of rules', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...STATUSES)), (statuses) => {
        const counts = countsOf(statuses.map((status) => ({ status })))
        expect(Object.values(counts).reduce((a, b) => a + b, 0)).toBe(statuses.length)
      }),
    )
  })

  test('counts concluded and due rules', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...STATUSES)), (statuses) => {
        const counts = countsOf(statuses.map((status) => ({ status })))
        const among = (...some: Status[]) => statuses.filter((status) => some.includes(status)).length
        expect(concluded(counts)).toBe(among('passed', 'failed', 'warned', 'observed', 'expected'))
        expect(due(counts)).toBe(among('passed', 'failed', 'warned', 'expected', 'inconclusive', 'blocked'))
      }),
    )
  })

  test('an interruption after the last rule changes nothing', () => {
    expect(verdictOf({ rules: times(9, 'passed') }, { interrupted: true, crashed: false })).toBe('conformant')
  })

  test('a run is complete if every rule of every target has a result', () => {
    const whole = sampleTarget('a', [sampleRule('a.x.y', 'passed'), sampleRule('a.x.z', 'observed')])
    expect(isComplete([whole])).toBe(true)
    for (const status of ['skipped', 'inconclusive', 'blocked'] as const) {
      expect(isComplete([whole, sampleTarget('b', [sampleRule('b.x.y', status)])])).toBe(false)
    }
    expect(isComplete([sampleTarget('a', [])])).toBe(false)
    expect(isComplete([sampleTarget('a', [sampleRule('a.x.y', 'passed')], 'stopped')])).toBe(false)
  })
})

describe('exit code', () => {
  const good = sampleTarget('a', [sampleRule('a.x.y', 'passed')])
  const partial = sampleTarget('a', [sampleRule('a.x.y', 'passed'), sampleRule('a.x.z', 'skipped')])
  const bad = sampleTarget('b', [sampleRule('b.x.y', 'failed')])
  const unreachable = sampleTarget('b', [], 'cannot be reached')
  test.for([
    ['all good', sampleReport([good]), false, 0],
    ['one bad', sampleReport([good, bad]), false, 1],
    ['no verdict', sampleReport([good, unreachable]), false, 3],
    ['a failure beats no verdict', sampleReport([bad, unreachable]), false, 1],
    ['incomplete is fine', sampleReport([partial]), false, 0],
    ['incomplete, with --require-complete', sampleReport([partial]), true, 1],
    ['complete, with --require-complete', sampleReport([good]), true, 0],
    ['interrupted', sampleReport([good, bad], { interrupted: true }), true, 130],
    ['crashed', sampleReport([good, bad], { crash: 'oops' }), false, 3],
    ['no target', sampleReport([]), false, 3],
  ] as const)('%s', ([, report, requireComplete, expected]) => {
    expect(exitCode(report, requireComplete)).toBe(expected)
  })
})
