import { type Again, failureFields, layOut } from '../failure-text.ts'
import type { RuleResult } from '../results.ts'
import type { Style } from './style.ts'

/** A broken rule in full. */
export function brokenRule(rule: RuleResult, again: Again, style: Style): string[] {
  const { id, level, section, title, status } = rule
  const mark = status === 'failed' ? style.bad('FAILED') : style.warn('WARNED')
  return [
    `${mark}  ${style.strong(id)}  (${level}, §${section})`,
    `  ${title}`,
    ...layOut(failureFields(rule, again), '  '),
    '',
  ]
}
