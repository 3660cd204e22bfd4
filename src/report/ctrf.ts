import { inert } from '../core/inert.ts'
import type { Report, RuleResult, Status, TargetResult } from '../core/results.ts'
import { byImpact } from './by-impact.ts'
import { failureFields, layOut } from './failure-text.ts'

/** What CTRF knows of. A rule that was observed, warned, or came to no result is `other`; `rawStatus` says which. */
const STATUSES: Readonly<Record<Status, CtrfStatus>> = {
  passed: 'passed',
  failed: 'failed',
  skipped: 'skipped',
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
export function renderCtrf({ suite, run, targets }: Report): string {
  const start = Date.parse(run.startedAt)
  const stop = start + Math.round(run.durationMs)
  const tests = [...targets.flatMap(ofTarget), ...(run.crash === undefined ? [] : [ofCrash(run.crash)])]
  const counted = (status: CtrfStatus) => tests.filter((test) => test.status === status).length
  const report = {
    reportFormat: 'CTRF',
    specVersion: '0.0.0',
    timestamp: new Date(stop).toISOString(),
    generatedBy: `${suite.name} ${suite.version}`,
    results: {
      tool: { name: suite.name, version: suite.version },
      summary: {
        tests: tests.length,
        ...{ passed: counted('passed'), failed: counted('failed'), skipped: counted('skipped') },
        ...{ pending: 0, other: counted('other'), suites: targets.length },
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
  return `${JSON.stringify(report, null, 2)}\n`
}

function ofTarget({ variant, baseUrl, stopped, rules }: TargetResult): CtrfTest[] {
  const suite = [`variant ${variant.toUpperCase()} at ${inert(baseUrl)}`]
  const preflight = { name: `${variant}.preflight`, status: 'failed' as const, duration: 0, suite }
  const first = stopped === undefined ? [] : [{ ...preflight, message: inert(stopped) }]
  return [...first, ...byImpact(rules).map((rule) => ofRule(rule, suite))]
}

function ofRule(rule: RuleResult, suite: readonly string[]): CtrfTest {
  const { id, title, status, level, section, durationMs, cases, requests, failure, reason } = rule
  const message = failure?.summary ?? reason
  return {
    name: id,
    status: STATUSES[status],
    duration: Math.round(durationMs),
    suite: [...suite, id.split('.').slice(0, 2).join('.')],
    ...(message !== undefined && { message: inert(message) }),
    ...(failure && { trace: inert(layOut(failureFields(rule), '').join('\n')) }),
    rawStatus: status,
    tags: [level],
    extra: { title: inert(title), section, cases, requests },
  }
}

const ofCrash = (crash: string): CtrfTest => ({
  name: 'the suite itself',
  status: 'failed',
  duration: 0,
  message: inert(crash),
})
