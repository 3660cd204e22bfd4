import { count } from '../core/count.ts'
import type { Report, RuleResult } from '../core/results.ts'
import { headlineOf } from './failure-text.ts'
import { rulesWith } from './reading-order.ts'
import { sanitizeReport } from './sanitize-report.ts'
import { exitText } from './verdict-text.ts'

/** GitHub silently drops more annotations of a kind in a step. */
const MOST_SHOWN = 10

/** Workflow commands for standard output: an error for each failed rule, a warning for each warned one. */
export function renderAnnotations(report: Report): string {
  const { run, targets } = sanitizeReport(report)
  const exit = exitText(report)
  const stopped = targets.flatMap(({ variant, stopped }) =>
    stopped === undefined
      ? []
      : [command('error', `variant ${variant.toUpperCase()}: nothing could be tested`, stopped)],
  )
  const crash = run.crash === undefined ? [] : [command('error', 'the suite itself failed', run.crash)]
  const lines = [
    ...crash,
    ...stopped,
    ...limited('error', rulesWith('failed', targets)),
    ...limited('warning', rulesWith('warned', targets)),
    ...(exit === undefined ? [] : [command('notice', 'not every rule was decided', exit)]),
  ]
  return lines.map((line) => `${line}\n`).join('')
}

type Kind = 'error' | 'warning' | 'notice'

function limited(kind: Kind, rules: readonly RuleResult[]): string[] {
  const shown = rules.length > MOST_SHOWN ? MOST_SHOWN - 1 : rules.length
  const left = rules.length - shown
  const lines = rules.slice(0, shown).map((rule) => command(kind, rule.id, messageOf(rule)))
  return left === 0
    ? lines
    : [...lines, command(kind, `and ${count(left, 'more rule')}`, 'The step summary and report.json hold all of them.')]
}

function messageOf(rule: RuleResult): string {
  const { failure, reason } = rule
  if (!failure) return `${rule.title}\n${reason ?? ''}`
  return [
    headlineOf(rule),
    `expected: ${failure.expected}`,
    `actual: ${failure.actual}`,
    `means: ${failure.meaning}`,
  ].join('\n')
}

function command(kind: Kind, title: string, message: string): string {
  return `::${kind} title=${property(title)}::${data(message)}`
}

/** Escapes as in https://github.com/actions/toolkit, packages/core/src/command.ts. */
const data = (text: string): string => text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
const property = (text: string): string => data(text).replaceAll(':', '%3A').replaceAll(',', '%2C')

/** Text in which the runner obeys no command. `token` must be unpredictable. */
export function withoutCommands(text: string, token: string): string {
  return `::stop-commands::${token}\n${text}::${token}::\n`
}
