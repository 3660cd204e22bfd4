import fc from 'fast-check'
import { expect, test } from 'vitest'
import { writeJson } from '../core/json.ts'
import { renderConsole, styleFor } from '../report/console.ts'
import { renderCtrf } from '../report/ctrf.ts'
import { renderAnnotations } from '../report/github.ts'
import { renderJunit } from '../report/junit.ts'
import { renderMarkdown } from '../report/markdown.ts'
import { renderTap } from '../report/tap.ts'
import { renderJson } from '../report/write-files.ts'
import { FAILURE, sampleReport, sampleRule, sampleTarget } from '../testing/sample-report.ts'
import { createReportRedactor } from './run.ts'

const secret = fc.string({ unit: fc.constantFrom(...'0123456789abcdefABCDEF'), minLength: 64, maxLength: 64 })

test('no rendering contains a secret that a target echoed, in any letter case or with one character changed', () => {
  fc.assert(
    fc.property(secret, fc.string(), fc.nat(63), (text, around, at) => {
      const changed = text.slice(0, at) + (text[at] === '0' ? '1' : '0') + text.slice(at + 1)
      const leaks = [text, text.toUpperCase(), changed, text.slice(0, 63)]
        .map((leak) => `${around} ${leak} ${around}`)
        .join('\n')
      const failure = { ...FAILURE, actual: leaks, summary: leaks, counterexample: { [leaks]: [leaks] }, curl: leaks }
      const rules = [
        sampleRule('a.x.f', 'failed', { failure }),
        sampleRule('a.x.o', 'observed', { observation: leaks }),
        sampleRule('a.x.s', 'skipped', { reason: leaks }),
      ]
      const active = { env: 'TENANT_A_KEY', value: `tk_0123456789abcdef_${text}` }
      const target = {
        variant: 'a' as const,
        baseUrl: 'http://x',
        keys: { active },
        ordered: false,
        noScopeEndpoints: [],
      }
      const report = createReportRedactor({ targets: [target] })(
        sampleReport([sampleTarget('a', rules), sampleTarget('b', [], leaks)], { crash: leaks }),
      )
      const style = styleFor(false)
      const written = [
        renderJson(report),
        renderJunit(report),
        renderMarkdown(report),
        renderTap(report),
        renderCtrf(report),
        renderAnnotations(report),
        renderConsole(report, { style, path: 'p' }),
      ]
        .join('\n')
        .toLowerCase()
      for (let i = 0; i + 31 <= 64; i++) expect(written).not.toContain(text.toLowerCase().slice(i, i + 31))
    }),
    { numRuns: 30 },
  )
})

test('keeps values that are not text', () => {
  const value = { a: 1n, b: [null, true, 1.5], c: { d: 'tk_0123456789abcdef_****' } }
  expect(writeJson(createReportRedactor({ targets: [] })(value))).toBe(writeJson(value))
})
