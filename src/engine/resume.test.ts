import { expect, test } from 'vitest'
import { REVISION } from '../core/catalog.ts'
import { suite } from '../core/package.ts'
import type { Report } from '../core/results.ts'
import type { Settings } from '../core/settings.ts'
import { keptResult, rangesOf, resumedRound, resumeFrom } from './resume.ts'

const baseUrl = 'http://127.0.0.1:1/a'
const settings = {
  depth: 'standard',
  seed: 7,
  strict: false,
  targets: [{ variant: 'a', baseUrl }],
} as unknown as Settings
const report = (run: object = {}, url = baseUrl, rules: object[] = []) =>
  ({
    suite,
    run: { startedAt: '2026-01-01T00:00:00Z', depth: 'standard', seed: 7, strict: false, catalogue: REVISION, ...run },
    targets: [{ variant: 'a', baseUrl: url, rules }],
  }) as unknown as Report

test.each([
  [report({ depth: 'quick' }), '--resume: the --depth was "quick", and is now "standard"'],
  [report({ seed: 8 }), '--resume: the --seed was 8, and is now 7'],
  [report({ strict: true }), '--resume: the --strict was true, and is now false'],
  [report({}, 'http://127.0.0.1:2/a'), 'base URL of variant A was "http://127.0.0.1:2/a"'],
])('refuses the report of another run', (other, message) => {
  expect(() => resumeFrom(other, settings)).toThrow(message)
})

test('keeps decided rules with all their cases, and the passed cases of others but the first', () => {
  const rules = [
    { id: 'a.x.passed', status: 'passed', cases: 3 },
    {
      id: 'a.x.cut',
      status: 'passed',
      cases: 3,
      plannedCases: 9,
      passedCases: [
        [0, 2],
        [5, 5],
      ],
    },
    { id: 'a.x.open', status: 'inconclusive', cases: 3 },
    { id: 'a.x.sweep', status: 'passed', cases: 3, reason: '3 of 5 cases; the run was interrupted' },
  ]
  const resumed = { ...settings, resume: resumeFrom(report({}, baseUrl, rules), settings) }
  const kept = (id: string, kind: 'trial' | 'invariant' = 'trial') => keptResult(resumed, { id, kind })
  expect(kept('a.x.passed')?.earlier).toEqual({ startedAt: '2026-01-01T00:00:00Z', cases: 3 })
  expect([kept('a.x.cut'), kept('a.x.open'), kept('a.x.sweep', 'invariant'), kept('a.x.new')]).toEqual(
    Array(4).fill(undefined),
  )
  expect([...resumedRound(resumed, { id: 'a.x.cut' })!.through]).toEqual([1, 2, 5])
  expect(resumedRound(resumed, { id: 'a.x.open' })).toBeUndefined()
})

test('writes numbers as ranges', () => {
  expect(rangesOf([5, 1, 0, 2, 7])).toEqual([
    [0, 2],
    [5, 5],
    [7, 7],
  ])
})
