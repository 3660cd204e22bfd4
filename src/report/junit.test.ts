import { describe, expect, test } from 'vitest'
import { STATUSES } from '../core/results.ts'
import { everyStatus, FAILURE, sampleReport, sampleRule, sampleTarget } from '../testing/sample-report.ts'
import { renderJunit } from './junit.ts'

/** The elements of one test case, as text. */
function caseOf(xml: string, id: string): string {
  return (
    new RegExp(`<testcase [^>]*name="${id.replaceAll('.', '\\.')}"[^>]*?(?:/>|>.*?</testcase>)`, 's').exec(xml)?.[0] ??
    ''
  )
}

describe('junit.xml', () => {
  const xml = renderJunit(sampleReport([everyStatus('a'), everyStatus('b')]))

  test.for(STATUSES)('maps %s to JUnit', (status) => {
    expect(caseOf(xml, `a.sample.${status}`)).toMatchSnapshot()
  })

  test('the numbers of a suite', () => {
    expect(/<testsuite [^>]*name="variant A"[^>]*>/.exec(xml)![0]).toMatch(
      /tests="8" failures="1" errors="0" skipped="4"/,
    )
  })

  test('a stopped target and a crash are errors', () => {
    const report = sampleReport([sampleTarget('a', [], 'cannot be reached')], { crash: 'worker died' })
    const text = renderJunit(report)
    expect(caseOf(text, 'a.preflight')).toContain('<error message="cannot be reached"')
    expect(caseOf(text, 'suite')).toContain('<error message="worker died"')
  })

  test('nothing that XML forbids gets through, and nothing breaks out', () => {
    const evil = 'x\x00\x1b[2J\uffff\ud800]]></failure>]]><!--&"<y>'
    const rules = [
      sampleRule('a.x.y', 'failed', { failure: { ...FAILURE, actual: evil, summary: evil } }),
      sampleRule('a.x.z', 'observed', { observation: evil, title: evil }),
    ]
    const text = renderJunit(sampleReport([sampleTarget('a', rules)]))
    expect(text.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cs}\uffff]/u)
    const outside = text.replace(/<!\[CDATA\[.*?\]\]>/gs, '').replace(/"[^"]*"/g, '""')
    expect(outside).not.toContain('<!--')
    expect(outside.match(/<\/failure>/g)).toHaveLength(1)
  })
})
