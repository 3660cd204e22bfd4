import { expect, test } from 'vitest'
import { everyStatus, sampleReport, sampleTarget } from '../testing/sample-report.ts'
import { renderOpenMetrics } from './openmetrics.ts'

const SAMPLE =
  /^(tenant_conformance_[a-z_]+)(\{[a-z_]+="(?:[^"\\\n]|\\["\\n])*"(?:,[a-z_]+="(?:[^"\\\n]|\\["\\n])*")*\})? (\d+(?:\.\d+)?)$/

/** Checks the text line by line; the parsers of prometheus_client for both formats read it when this was written. */
function samplesOf(text: string): Map<string, number> {
  const lines = text.split('\n')
  expect(lines.slice(-2)).toEqual(['# EOF', ''])
  let family = ''
  const samples = new Map<string, number>()
  for (const line of lines.slice(0, -2)) {
    const [, type] = /^# TYPE (\S+) gauge$/.exec(line) ?? []
    if (type) family = type
    if (line.startsWith('#')) continue
    const [, name, labels = '', value] = SAMPLE.exec(line) ?? []
    expect([name, line]).toEqual([family, line])
    expect(samples.has(name + labels), line).toBe(false)
    samples.set(name + labels, Number(value))
  }
  return samples
}

test('is a file of gauges, each series once', () => {
  const samples = samplesOf(renderOpenMetrics(sampleReport([everyStatus('a'), everyStatus('b')])))
  expect(samples.get('tenant_conformance_conformant{variant="a"}')).toBe(0)
  expect(samples.get('tenant_conformance_rules{variant="a",status="failed"}')).toBe(1)
  expect(samples.get('tenant_conformance_rule_failed{variant="b",rule="b.sample.failed"}')).toBe(1)
  expect(samples.get('tenant_conformance_run_duration_seconds')).toBe(1.9)
})

test('values of labels are escaped', () => {
  const target = { ...sampleTarget('a', []), baseUrl: 'http://x/"\\' }
  expect(renderOpenMetrics(sampleReport([target]))).toContain('base_url="http://x/\\"\\\\"')
})
