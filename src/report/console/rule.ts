import type { RuleResult } from '../../core/results.ts'
import { failureFields, layOut } from '../failure-text.ts'
import { headlineOf } from '../headline.ts'
import type { Style } from './style.ts'

/** A broken rule in full. */
export function brokenRule(rule: RuleResult, style: Style): string[] {
  const { id, level, section, title, failure } = rule
  const fields = failureFields(rule)
  if (failure?.headline !== undefined) fields.unshift(['rule', title])
  return [
    `${mark(rule, style)}  ${style.strong(id)}  (${level}, §${section})`,
    `  ${headlineOf(rule)}`,
    ...layOut(
      fields.map(([name, text]) => [name, painted(name, text, style)]),
      '  ',
    ),
    '',
  ]
}

const MOST_IN_SHORT = 150

/** A broken rule in one line, for the end of a long report. */
export function brokenInShort(rule: RuleResult, style: Style): string {
  const text = rule.failure?.summary.split('\n')[0] ?? rule.title
  const short = text.length > MOST_IN_SHORT ? `${text.slice(0, MOST_IN_SHORT)}…` : text
  return `${mark(rule, style)}  ${style.strong(rule.id)}  ${short}`
}

const mark = ({ status }: RuleResult, style: Style): string =>
  status === 'failed' ? style.bad('FAILED') : style.warn('WARNED')

/** What the eye looks for first, and what it comes to last. */
function painted(name: string, text: string, { good, bad, dim }: Style): string {
  const paint = { expected: good, actual: bad, clause: dim, curl: dim, again: dim }[name]
  return paint ? text.split('\n').map(paint).join('\n') : text
}
