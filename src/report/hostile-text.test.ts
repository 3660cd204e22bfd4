import { expect, test } from 'vitest'
import { explain } from '../cli/api/explain.ts'
import type { Report } from '../core/results.ts'
import { FAILURE, sampleReport, sampleRule, sampleTarget } from '../testing/sample-report.ts'
import { renderConsole, styleFor } from './console.ts'
import { renderCtrf } from './ctrf.ts'
import { compare } from './diff/compare.ts'
import { renderDiff, renderDiffMarkdown } from './diff/render.ts'
import { renderAnnotations } from './github.ts'
import { renderHtml } from './html/render-html.ts'
import { renderJunit } from './junit.ts'
import { renderMarkdown } from './markdown.ts'
import { renderExpectations } from './render-expectations.ts'
import { renderOutcomes } from './replay-outcomes.ts'
import { renderSummary, renderSummaryMarkdown } from './summary/render-console.ts'
import { renderSummaryHtml } from './summary/render-html.ts'
import { summarise } from './summary/summarise.ts'
import { renderTap } from './tap.ts'
import { renderJson } from './write-files.ts'

const EVIL = 'x\x1b[2J\x07\r\u202ey\u009b\u2028\ud800\ufeff'
const plain = styleFor(false)
const other = sampleReport([sampleTarget('a', [sampleRule('a.x.y', 'passed'), sampleRule('a.x.o', 'observed')])])
const fleet = (report: Report) =>
  summarise([
    { name: EVIL, report },
    { name: 'b', report: other },
  ])

const RENDERERS: Readonly<Record<string, (report: Report) => string>> = {
  console: (report) => renderConsole(report, { style: plain, path: 'report.json' }),
  'text of the API': explain,
  json: renderJson,
  junit: renderJunit,
  tap: renderTap,
  ctrf: renderCtrf,
  github: renderAnnotations,
  markdown: renderMarkdown,
  html: (report) => renderHtml(report, { explanations: new Map(), replay: EVIL }),
  expectations: renderExpectations,
  diff: (report) => renderDiff(compare(other, report), plain),
  'diff markdown': (report) => renderDiffMarkdown(compare(other, report)),
  summary: (report) => renderSummary(fleet(report), plain),
  'summary markdown': (report) => renderSummaryMarkdown(fleet(report)),
  'summary html': (report) => renderSummaryHtml(fleet(report)),
  replay: ({ targets: [target] }) =>
    renderOutcomes(
      [{ rule: EVIL, was: 'failed', outcome: 'still fails', reason: EVIL, failure: target!.rules[0]!.failure! }],
      { targets: [target!] },
      plain,
    ),
}

/** Hostile text in every part of a report that a deployment controls. */
function hostileReport(): Report {
  const [exchange] = FAILURE.exchanges
  const failure = {
    ...FAILURE,
    ...{ headline: EVIL, summary: EVIL, expected: EVIL, actual: EVIL, noCurl: EVIL, flaky: EVIL, sequence: [EVIL] },
    counterexample: { [EVIL]: EVIL },
    difference: { at: EVIL, one: { label: EVIL, text: EVIL }, other: { label: EVIL, text: `${EVIL}.` } },
    exchanges: [{ ...exchange!, response: { ...exchange!.response!, reason: EVIL, headers: [[EVIL, EVIL]] as const } }],
  }
  const rules = [
    sampleRule('a.x.y', 'failed', { failure, note: EVIL }),
    sampleRule('a.x.o', 'observed', { observation: { [EVIL]: EVIL }, note: EVIL }),
    sampleRule('a.x.s', 'skipped', { reason: EVIL }),
    // The reason of an accepted failure is the user's own.
    sampleRule('a.x.e', 'expected', { failure }),
  ]
  const cut = { by: 'unreachable', reason: EVIL } as const
  const target = { ...sampleTarget('a', rules), baseUrl: EVIL, proxy: EVIL, cut, leftovers: [EVIL] }
  const stale = [{ at: EVIL, rule: EVIL, why: EVIL }]
  return sampleReport([target, sampleTarget('b', [], EVIL)], { crash: EVIL, expect: { entries: 1, stale } })
}

test.for(Object.keys(RENDERERS))('%s: has no control, invisible or reversing characters', (name) => {
  const text = RENDERERS[name]!(hostileReport())
  expect(text).toContain('x')
  expect(text.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u)
})
