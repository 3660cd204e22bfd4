import { readFileSync } from 'node:fs'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { expect, test } from 'vitest'
import type { Report } from '../core/results.ts'
import { everyStatus, sampleReport, sampleRule, sampleTarget } from '../testing/sample-report.ts'
import { renderCtrf } from './ctrf.ts'

const ajv = new Ajv2020({ allErrors: true })
addFormats.default(ajv)
const validate = ajv.compile(
  JSON.parse(readFileSync(new URL('../../fixtures/ctrf.schema.json', import.meta.url), 'utf8')),
)

function rendered(report: Report) {
  const json = JSON.parse(renderCtrf(report))
  validate(json)
  expect(validate.errors).toBeNull()
  return json
}

test('is as CTRF says', () => {
  const { results } = rendered(sampleReport([everyStatus('a'), everyStatus('b')]))
  expect(results.summary).toMatchObject({ tests: 16, passed: 2, failed: 2, skipped: 2, pending: 0, other: 10 })
  expect(results.summary.stop - results.summary.start).toBe(1900)
  expect(results.tests[0]).toMatchObject({
    name: 'a.sample.failed',
    rawStatus: 'failed',
    message: 'expected 401; got 200',
  })
  expect(results.tests[0].trace).toContain('actual     200')
})

test('a stopped target and a crash are failed tests', () => {
  const { results } = rendered(sampleReport([sampleTarget('a', [], 'no response')], { crash: 'worker died' }))
  expect(results.tests.map(({ status }: { status: string }) => status)).toEqual(['failed', 'failed'])
})

test('rounds fractions, which the schema rejects', () => {
  const target = sampleTarget('a', [sampleRule('a.x.y', 'passed', { durationMs: 1.7 })])
  const json = rendered(sampleReport([target], { durationMs: 10.5 }))
  expect(json.results.tests[0].duration).toBe(2)
  json.results.tests[0].duration = 1.7
  json.results.tests[0].colour = 'red'
  expect(validate(json)).toBe(false)
  expect(validate.errors).toHaveLength(2)
})
