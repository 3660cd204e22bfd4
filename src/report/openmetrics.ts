import { type Report, STATUSES, type TargetResult } from '../core/results.ts'
import { sanitizeReport } from './sanitize-report.ts'

type Labels = Readonly<Record<string, string>>
type Sample = readonly [labels: Labels, value: number]

/**
 * `conformance.prom` for the textfile collector of node_exporter: OpenMetrics, gauges only, so that parsers of the older Prometheus
 * format read it as well.
 */
export function renderOpenMetrics(report: Report): string {
  const { run, suite, targets } = sanitizeReport(report)
  const each = (samples: (target: TargetResult) => readonly Sample[]): Sample[] =>
    targets.flatMap((target) =>
      samples(target).map(([labels, value]): Sample => [{ variant: target.variant, ...labels }, value]),
    )
  const about = { version: suite.version, depth: run.depth, catalogue: String(run.catalogue ?? 1) }
  const families: readonly (readonly [name: string, help: string, samples: readonly Sample[]])[] = [
    [
      'verdict',
      '1 for the verdict of the last run.',
      each(({ verdict, baseUrl }) => [[{ verdict, base_url: baseUrl }, 1]]),
    ],
    [
      'conformant',
      '1 if the last run found the deployment conformant.',
      each(({ verdict }) => [[{}, Number(verdict === 'conformant')]]),
    ],
    [
      'scope_complete',
      '1 if every required rule was decided.',
      each(({ scope }) => [[{}, Number(scope === 'complete')]]),
    ],
    ['rules', 'Rules by status.', each(({ counts }) => STATUSES.map((status) => [{ status }, counts[status] ?? 0]))],
    [
      'rule_failed',
      '1 for each failed rule.',
      each(({ rules }) => rules.flatMap(({ id, status }) => (status === 'failed' ? [[{ rule: id }, 1]] : []))),
    ],
    ['requests', 'Requests of the last run.', each(({ requests }) => [[{}, requests]])],
    ['server_errors', 'Responses with 5xx in the last run.', each(({ serverErrors }) => [[{}, serverErrors ?? 0]])],
    ['run_duration_seconds', 'Duration of the last run.', [[{}, run.durationMs / 1000]]],
    [
      'run_end_timestamp_seconds',
      'When the last run ended.',
      [[about, (Date.parse(run.startedAt) + run.durationMs) / 1000]],
    ],
  ]
  const lines = families.flatMap(([name, help, samples]) => [
    `# TYPE tenant_conformance_${name} gauge`,
    `# HELP tenant_conformance_${name} ${help}`,
    ...samples.map(([labels, value]) => `tenant_conformance_${name}${written(labels)} ${value}`),
  ])
  return `${[...lines, '# EOF'].join('\n')}\n`
}

function written(labels: Labels): string {
  const pairs = Object.entries(labels).map(
    ([name, value]) => `${name}="${value.replace(/["\\]/g, '\\$&').replaceAll('\n', '\\n')}"`,
  )
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`
}
