import { isBroken, type Report, type RuleResult, type TargetResult } from '../core/results.ts'
import { failureFields, headlineOf, layOut } from './failure-text.ts'
import { byImpact } from './reading-order.ts'
import { sanitizeReport } from './sanitize-report.ts'

const SCHEMA = 'https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json'

/** `report.sarif`: SARIF 2.1.0, a run for each target, a result for each violated rule. */
export function renderSarif(report: Report): string {
  const { suite, run, targets } = sanitizeReport(report)
  const end = new Date(Date.parse(run.startedAt) + run.durationMs).toISOString()
  const runs = targets.map((target) => ({
    tool: { driver: { name: suite.name, version: suite.version, rules: target.rules.map(descriptorOf) } },
    automationDetails: { id: `${suite.name}/${target.variant}/` },
    invocations: [
      {
        executionSuccessful: run.crash === undefined && target.stopped === undefined && !run.interrupted,
        startTimeUtc: run.startedAt,
        endTimeUtc: end,
        ...(target.stopped !== undefined && {
          toolExecutionNotifications: [{ level: 'error', message: { text: target.stopped } }],
        }),
      },
    ],
    results: byImpact(target.rules).flatMap((rule) => resultOf(rule, target)),
    properties: {
      verdict: target.verdict,
      scope: target.scope,
      seed: run.seed,
      depth: run.depth,
      baseUrl: target.baseUrl,
    },
  }))
  return `${JSON.stringify({ $schema: SCHEMA, version: '2.1.0', runs }, null, 2)}\n`
}

const descriptorOf = ({ id, title, level, severity, section }: RuleResult) => ({
  id,
  shortDescription: { text: title },
  defaultConfiguration: { level: severity === 'error' ? 'error' : severity === 'warning' ? 'warning' : 'note' },
  properties: { level, section, tags: [level] },
})

function resultOf(rule: RuleResult, { rules, baseUrl }: TargetResult): object[] {
  const { id, status, failure, reason } = rule
  if (!isBroken(status) && status !== 'expected') return []
  const request = failure?.exchanges.at(-1)?.request
  const url = request?.url ?? baseUrl
  return [
    {
      ruleId: id,
      ruleIndex: rules.findIndex((one) => one.id === id),
      level: status === 'failed' ? 'error' : 'warning',
      message: { text: [headlineOf(rule), ...layOut(failureFields(rule), '')].join('\n') },
      // Code scanning wants a file: the path of the request, below the deployment.
      locations: [
        {
          physicalLocation: {
            artifactLocation: { uri: pathOf(url), description: { text: url } },
            region: { startLine: 1 },
          },
          logicalLocations: [{ fullyQualifiedName: `${request?.method ?? 'GET'} ${url}`, kind: 'resource' }],
        },
      ],
      partialFingerprints: { rule: id },
      ...(status === 'expected' && { suppressions: [{ kind: 'external', justification: reason }] }),
    },
  ]
}

const pathOf = (url: string): string => (URL.canParse(url) ? new URL(url).pathname.slice(1) : '') || 'api'
