import type { Report, RuleResult, Status, TargetResult } from '../core/results.ts'
import { failureFields, layOut } from './failure-text.ts'
import { byImpact, groupOf } from './reading-order.ts'
import { sanitizeReport } from './sanitize-report.ts'

/** CTRF has no status for rules that only observe, warn, or have no result: they are `other`, and `rawStatus` says which. */
const STATUSES: Readonly<Record<Status, CtrfStatus>> = {
  passed: 'passed',
  failed: 'failed',
  skipped: 'skipped',
  attested: 'skipped',
  warned: 'other',
  inconclusive: 'other',
  blocked: 'other',
  observed: 'other',
  expected: 'other',
}
type CtrfStatus = 'passed' | 'failed' | 'skipped' | 'other'

interface CtrfTest {
  readonly name: string
  readonly status: CtrfStatus
  readonly duration: number
  readonly [more: string]: unknown
}

/** `ctrf-report.json`: Common Test Report Format, https://ctrf.io. */
export function renderCtrf(report: Report): string {
  const { suite, run, targets } = sanitizeReport(report)
  const start = Date.parse(run.startedAt)
  const stop = start + Math.round(run.durationMs)
  const tests = [...targets.flatMap(targetTests), ...(run.crash === undefined ? [] : [crashTest(run.crash)])]
  const counts = (status: CtrfStatus) => tests.filter((test) => test.status === status).length
  const ctrf = {
    reportFormat: 'CTRF',
    specVersion: '0.0.0',
    timestamp: new Date(stop).toISOString(),
    generatedBy: `${suite.name} ${suite.version}`,
    results: {
      tool: { name: suite.name, version: suite.version },
      summary: {
        tests: tests.length,
        ...{ passed: counts('passed'), failed: counts('failed'), skipped: counts('skipped') },
        ...{ pending: 0, other: counts('other'), suites: targets.length },
        ...{ start, stop, duration: stop - start },
      },
      tests,
      extra: {
        seed: run.seed,
        depth: run.depth,
        ...(run.demo && { demo: true }),
        ...(run.insecure && { insecure: true }),
        verdicts: targets.map(({ variant, verdict, scope, coverage }) => ({ variant, verdict, scope, coverage })),
      },
    },
  }
  return `${JSON.stringify(ctrf, null, 2)}\n`
}

function targetTests({ variant, baseUrl, stopped, rules }: TargetResult): CtrfTest[] {
  const suite = [`variant ${variant.toUpperCase()} at ${baseUrl}`]
  const preflight = { name: `${variant}.preflight`, status: 'failed' as const, duration: 0, suite, message: stopped }
  return [...(stopped === undefined ? [] : [preflight]), ...byImpact(rules).map((rule) => ruleTest(rule, suite))]
}

function ruleTest(rule: RuleResult, suite: readonly string[]): CtrfTest {
  const { id, title, status, level, section, durationMs, cases, requests, failure, reason } = rule
  const message = failure?.summary ?? reason
  return {
    name: id,
    status: STATUSES[status],
    duration: Math.round(durationMs),
    suite: [...suite, groupOf(id)],
    ...(message !== undefined && { message }),
    ...(failure && { trace: layOut(failureFields(rule), '').join('\n') }),
    rawStatus: status,
    tags: [level],
    extra: { title, section, cases, requests },
  }
}

const crashTest = (crash: string): CtrfTest => ({
  name: 'the suite itself',
  status: 'failed',
  duration: 0,
  message: crash,
})
