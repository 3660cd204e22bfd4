import junit, { type Builder, type TestCase, type TestSuite } from 'junit-report-builder'
import { count } from '../core/count.ts'
import { inert } from '../core/inert.ts'
import { writeJson } from '../core/json.ts'
import type { Report, RuleResult, Status, TargetResult } from '../core/results.ts'
import { byImpact } from './by-impact.ts'
import { failureFields, layOut } from './failure-text.ts'
import { verdictText } from './verdict-text.ts'

// Its types tell of a default export within the module; what node imports is the builder itself.
const junitBuilder = junit as unknown as Builder

/** `junit.xml`: a suite for each target, a case for each rule, named by its id. */
export function renderJunit({ suite, run, targets }: Report): string {
  const builder = junitBuilder.newBuilder().name(suite.name)
  for (const target of targets) addTarget(builder.testSuite().timestamp(new Date(run.startedAt)), target, run)
  if (run.crash !== undefined)
    addError(builder.testSuite().name('suite'), 'suite', 'the suite itself failed', run.crash)
  return asJenkinsReads(builder.build())
}

/** The schema that the xUnit plugin of Jenkins validates against knows of no `skipped` at the root. */
const asJenkinsReads = (xml: string): string => xml.replace(/(<testsuites [^>]*?) skipped="\d+"/, '$1')

function addTarget(suite: TestSuite, target: TargetResult, { insecure, demo }: Report['run']): void {
  const { variant, baseUrl, verdict, scope, stopped, cut, proxy, requests, serverErrors, rules } = target
  const { phrase, details } = verdictText(target)
  suite.name(`variant ${variant.toUpperCase()}`).time(seconds(rules.reduce((sum, rule) => sum + rule.durationMs, 0)))
  suite.property('baseUrl', inert(baseUrl)).property('verdict', verdict).property('requests', String(requests))
  suite.property('scope', scope).property('summary', inert([phrase, ...details].join(', ')))
  suite.property('serverErrors', String(serverErrors))
  if (demo) suite.property('demo', 'the bundled reference server, not a deployment')
  if (insecure) suite.property('certificates', 'not checked (--insecure)')
  if (proxy !== undefined) suite.property('proxy', inert(proxy))
  if (cut) suite.property('cut', inert(cut.reason))
  if (stopped !== undefined) addError(suite, `${variant}.preflight`, 'nothing could be tried', stopped)
  for (const rule of byImpact(rules)) addRule(suite.testCase(), rule)
}

function addError(suite: TestSuite, name: string, what: string, why: string): void {
  suite.testCase().className('tenant-conformance').name(name).error(inert(why), what, inert(why))
}

function addRule(test: TestCase, rule: RuleResult): void {
  const { id, status, durationMs } = rule
  test.className(id.split('.').slice(0, 2).join('.')).name(id).time(seconds(durationMs))
  MARKS[status](test, rule)
}

/** Properties of a case would say this, but neither GitLab shows them nor does Jenkins' schema allow them. */
function about({ title, level, section, cases, requests }: RuleResult): string {
  return safe(`${title}\n${level}, §${section}; ${count(cases, 'case')}, ${count(requests, 'request')}`)
}

/** How each status is told in the words of JUnit, which knows of passed, failed, skipped and errors. */
const MARKS: Readonly<Record<Status, (test: TestCase, rule: RuleResult) => unknown>> = {
  passed: (test, rule) => test.standardOutput(about(rule)),
  failed: (test, rule) =>
    test
      .failure(oneLine(rule.failure?.summary ?? rule.title), rule.level)
      .stacktrace(bodyOf(rule))
      .standardOutput(about(rule)),
  warned: (test, rule) => test.standardOutput(`warning, not a failure:\n${bodyOf(rule)}`),
  skipped: leftOut,
  blocked: leftOut,
  inconclusive: leftOut,
  expected: leftOut,
  observed: (test, rule) =>
    test.standardOutput(`${about(rule)}\nobserved: ${safe(writeJson(rule.observation ?? null))}`),
}

function leftOut(test: TestCase, rule: RuleResult): void {
  const { status, reason = 'no reason is known' } = rule
  test.skipped().standardOutput(safe(`${status}: ${reason}\n${about(rule)}`))
}

const bodyOf = (rule: RuleResult): string => safe(layOut([['rule', rule.title], ...failureFields(rule)], '').join('\n'))

/** Of several `]]>` in a text the builder escapes the first only: the others would end its CDATA section. */
const safe = (text: string): string => inert(text).replaceAll(']]>', ']]\\x3e')

const oneLine = (text: string): string => inert(text).replaceAll('\n', ' ')
const seconds = (ms: number): number => Math.round(ms) / 1000
