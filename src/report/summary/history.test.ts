import { expect, test } from 'vitest'
import type { Status } from '../../core/results.ts'
import { sampleReport, sampleRule, sampleTarget } from '../../testing/sample-report.ts'
import { historyOf } from './history.ts'
import { renderHistory, renderHistoryHtml } from './render-history.ts'

const at = (startedAt: string, x: Status, y: Status) =>
  sampleReport([sampleTarget('a', [sampleRule('a.s.x', x), sampleRule('a.s.y', y)])], { startedAt })

const HISTORY = historyOf([
  at('2026-01-03T01:00:00Z', 'inconclusive', 'passed'),
  at('2026-01-01T01:00:00Z', 'passed', 'passed'),
  at('2026-01-03T02:00:00Z', 'failed', 'skipped'),
  at('2026-01-02T01:30:00Z', 'passed', 'skipped'),
])

test('a change is one between decided results, in the order of time', () => {
  const [trend] = HISTORY.variants
  expect(trend!.runs.map(({ startedAt }) => startedAt.slice(8, 13))).toEqual(['01T01', '02T01', '03T01', '03T02'])
  expect(trend!.changes).toEqual([
    expect.objectContaining({ at: '2026-01-03T02:00:00Z', id: 'a.s.x', before: 'passed', after: 'failed' }),
  ])
  expect(trend!.changed.rules.map(({ id, cells }) => [id, cells.length])).toEqual([['a.s.x', 4]])
})

test('the runs of the last day are counted together', () => {
  expect(HISTORY.variants[0]!.lastDay.runs).toBe(2)
  expect(renderHistory(HISTORY)).toContain('2 runs within the last day decided 2 of 2 required rules')
  expect(renderHistory(HISTORY)).toContain('2026-01-03 02:00:00 UTC  a.s.x: passed → failed: ')
})

test('the page lists runs, changes and the rules that changed, and texts stay text', () => {
  const evil = '</td><script>alert(1)</script>'
  const rules = (status: Status) => [sampleRule('a.s.x', status, { title: evil })]
  const page = renderHistoryHtml(
    historyOf([
      sampleReport([sampleTarget('a', rules('passed'))], { startedAt: '2026-01-01T00:00:00Z' }),
      sampleReport([sampleTarget('a', rules('failed'))], { startedAt: '2026-01-02T00:00:00Z' }),
    ]),
  )
  expect(page).toContain('Variant A: 2 runs')
  expect(page).toContain('2026-01-02 00:00:00 UTC: ')
  expect(page).not.toContain('<script>alert')
})
