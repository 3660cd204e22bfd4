import { expect, test } from 'vitest'
import { everyStatus, sampleReport, sampleTarget } from '../testing/sample-report.ts'
import { renderSarif } from './sarif.ts'

// The output was valid by the schema of OASIS when this was written; these are its required properties.
test('a run for each target, a rule for each rule, a result for each violation', () => {
  const { version, $schema, runs } = JSON.parse(renderSarif(sampleReport([everyStatus('a'), everyStatus('b')])))
  expect([version, $schema.endsWith('sarif-schema-2.1.0.json'), runs.length]).toEqual(['2.1.0', true, 2])
  const [{ tool, results, invocations }] = runs
  expect(tool.driver.rules.map(({ id }: { id: string }) => id)).toContain('a.sample.passed')
  const shown = results.map(({ ruleId, level, suppressions }: never) => [ruleId, level, suppressions])
  expect(shown).toEqual([
    ['a.sample.failed', 'error', undefined],
    ['a.sample.warned', 'warning', undefined],
    ['a.sample.expected', 'warning', [{ kind: 'external', justification: expect.any(String) }]],
  ])
  for (const { ruleId, ruleIndex, message, locations } of results) {
    expect(tool.driver.rules[ruleIndex].id).toBe(ruleId)
    expect(message.text).not.toBe('')
    expect(locations[0].physicalLocation.artifactLocation.uri).toMatch(/^[^/]/)
  }
  expect(results[0].locations[0].physicalLocation.artifactLocation.uri).toBe('api/public/v1/users')
  expect(invocations[0].executionSuccessful).toBe(true)
})

test('a target that was not tested is no successful execution', () => {
  const { runs } = JSON.parse(renderSarif(sampleReport([sampleTarget('a', [], 'no response')])))
  expect(runs[0].invocations[0]).toMatchObject({
    executionSuccessful: false,
    toolExecutionNotifications: [{ message: { text: 'no response' } }],
  })
})
