import junit, { type Builder, type TestCase, type TestSuite } from 'junit-report-builder'
import { writeJson } from '../client/json.ts'
import { failureFields, layOut } from './failure-text.ts'
import { inert } from './inert.ts'
import type { Report, RuleResult, Status, TargetResult } from './results.ts'

// Its types tell of a default export within the module; what node imports is the builder itself.
const junitBuilder = junit as unknown as Builder

const AGAIN = 'tenant-conformance run'

/** `junit.xml`: a suite for each target, a case for each rule, named by its id. */
export function renderJunit({ suite, run, targets }: Report): string {
  const builder = junitBuilder.newBuilder().name(suite.name)
  for (const target of targets) addTarget(builder.testSuite().timestamp(new Date(run.startedAt)), target)
  if (run.crash !== undefined)
    addError(builder.testSuite().name('suite'), 'suite', 'the suite itself failed', run.crash)
  return builder.build()
}

function addTarget(suite: TestSuite, target: TargetResult): void {
  const { variant, baseUrl, verdict, stopped, requests, rules } = target
  suite.name(`variant ${variant.toUpperCase()}`).time(seconds(rules.reduce((sum, rule) => sum + rule.durationMs, 0)))
  suite.property('baseUrl', inert(baseUrl)).property('verdict', verdict).property('requests', String(requests))
  if (stopped !== undefined) addError(suite, `${variant}.preflight`, 'nothing could be tried', stopped)
  for (const rule of rules) addRule(suite.testCase(), rule)
}

function addError(suite: TestSuite, name: string, what: string, why: string): void {
  suite.testCase().className('tenant-conformance').name(name).error(inert(why), what, inert(why))
}

function addRule(test: TestCase, rule: RuleResult): void {
  const { id, title, level, section, status, cases, requests, durationMs, reason } = rule
  test.className(id.split('.').slice(0, 2).join('.')).name(id).time(seconds(durationMs))
  const properties = { title, level, section, status, cases, requests, reason }
  for (const [name, value] of Object.entries(properties)) {
    if (value !== undefined) test.property(name, inert(String(value)))
  }
  MARKS[status](test, rule)
}

/** How each status is told in the words of JUnit, which knows of passed, failed, skipped and errors. */
const MARKS: Readonly<Record<Status, (test: TestCase, rule: RuleResult) => unknown>> = {
  passed: () => {},
  failed: (test, rule) =>
    test.failure(oneLine(rule.failure?.summary ?? rule.title), rule.level).stacktrace(bodyOf(rule)),
  warned: (test, rule) => test.standardOutput(`warning, not a failure:\n${bodyOf(rule)}`),
  skipped: leftOut,
  blocked: leftOut,
  inconclusive: leftOut,
  expected: leftOut,
  observed: (test, { observation = null }) => test.standardOutput(inert(writeJson(observation))),
}

function leftOut(test: TestCase, { status, reason = 'no reason is known' }: RuleResult): void {
  test.skipped().standardOutput(inert(`${status}: ${reason}`))
}

const bodyOf = (rule: RuleResult): string =>
  inert(layOut([['rule', rule.title], ...failureFields(rule, AGAIN)], '').join('\n'))
const oneLine = (text: string): string => inert(text).replaceAll('\n', ' ')
const seconds = (ms: number): number => Math.round(ms) / 1000
