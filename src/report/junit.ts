import junit, { type Builder, type TestCase, type TestSuite } from 'junit-report-builder'
import { count } from '../core/count.ts'
import { writeJson } from '../core/json.ts'
import type { Report, RuleResult, Status, TargetResult } from '../core/results.ts'
import { failureFields, layOut, oneLine } from './failure-text.ts'
import { byImpact, groupOf } from './reading-order.ts'
import { sanitizeReport } from './sanitize-report.ts'
import { exitText, verdictSummary } from './verdict-text.ts'

// Its types declare a default export, but node imports the builder itself.
const junitBuilder = junit as unknown as Builder

/** `junit.xml`: a suite for each target, a case for each rule, named by its id. */
export function renderJunit(report: Report): string {
  const { suite, run, targets } = sanitizeReport(report)
  const builder = junitBuilder.newBuilder().name(suite.name)
  const exit = exitText(report)
  for (const target of targets) {
    const suite = builder.testSuite().timestamp(new Date(run.startedAt))
    addTarget(suite, target, run)
    if (exit !== undefined) suite.property('exit', exit)
  }
  if (run.crash !== undefined)
    addError(builder.testSuite().name('suite'), 'suite', 'the suite itself failed', run.crash)
  return asJenkinsReads(builder.build())
}

/** The schema of Jenkins' xUnit plugin has no `skipped` at the root. */
const asJenkinsReads = (xml: string): string => xml.replace(/(<testsuites [^>]*?) skipped="\d+"/, '$1')

function addTarget(suite: TestSuite, target: TargetResult, { insecure, demo }: Report['run']): void {
  const { variant, baseUrl, verdict, scope, stopped, cut, proxy, requests, serverErrors, rules } = target
  suite.name(`variant ${variant.toUpperCase()}`).time(seconds(rules.reduce((sum, rule) => sum + rule.durationMs, 0)))
  suite.property('baseUrl', baseUrl).property('verdict', verdict).property('requests', String(requests))
  suite.property('scope', scope).property('summary', verdictSummary(target))
  suite.property('serverErrors', String(serverErrors))
  if (demo) suite.property('demo', 'the bundled reference server, not a deployment')
  if (insecure) suite.property('certificates', 'not checked (--insecure)')
  if (proxy !== undefined) suite.property('proxy', proxy)
  if (cut) suite.property('cut', cut.reason)
  if (stopped !== undefined) addError(suite, `${variant}.preflight`, 'nothing could be tested', stopped)
  for (const rule of byImpact(rules)) addRule(suite.testCase(), rule)
}

function addError(suite: TestSuite, name: string, what: string, why: string): void {
  suite.testCase().className('tenant-conformance').name(name).error(why, what, why)
}

function addRule(test: TestCase, rule: RuleResult): void {
  const { id, status, durationMs } = rule
  test.className(groupOf(id)).name(id).time(seconds(durationMs))
  MARKS[status](test, rule)
}

/** As output, since GitLab does not show properties of a case and Jenkins' schema does not allow them. */
function about({ title, level, section, cases, requests }: RuleResult): string {
  return cdata(`${title}\n${level}, §${section}; ${count(cases, 'case')}, ${count(requests, 'request')}`)
}

/** Each status in the terms of JUnit: passed, failed, skipped. */
const MARKS: Readonly<Record<Status, (test: TestCase, rule: RuleResult) => unknown>> = {
  passed: (test, rule) => test.standardOutput(about(rule)),
  failed: (test, rule) =>
    test
      .failure(oneLine(rule.failure?.summary ?? rule.title), rule.level)
      .stacktrace(bodyOf(rule))
      .standardOutput(about(rule)),
  warned: (test, rule) => test.standardOutput(`warning, not a failure:\n${bodyOf(rule)}`),
  skipped,
  blocked: skipped,
  inconclusive: skipped,
  expected: skipped,
  attested: skipped,
  observed: (test, rule) =>
    test.standardOutput(`${about(rule)}\nobserved: ${cdata(writeJson(rule.observation ?? null))}`),
}

function skipped(test: TestCase, rule: RuleResult): void {
  const { status, reason = 'no reason is known' } = rule
  test.skipped().standardOutput(cdata(`${status}: ${reason}\n${about(rule)}`))
}

const bodyOf = (rule: RuleResult): string => cdata(layOut(failureFields(rule), '').join('\n'))

/** The builder escapes only the first `]]>`: another would end its CDATA section. */
const cdata = (text: string): string => text.replaceAll(']]>', ']]\\x3e')

const seconds = (ms: number): number => Math.round(ms) / 1000
