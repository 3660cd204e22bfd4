import { caseInWords } from '../core/case-text.ts'
import { isObject } from '../core/json-values.ts'
import type { Failure, RuleResult } from '../core/results.ts'
import { differenceLines } from './difference-text.ts'
import { sentLines } from './sent-text.ts'

/** What a reader wants to know of a broken rule: names and texts, in the order of reading. */
export function failureFields({ failure, reason, note }: RuleResult): [name: string, text: string][] {
  if (!failure) return [['reason', reason ?? 'no details']]
  const { clause, expected, actual, difference, sequence, flaky, meaning, causes, curl, noCurl, again } = failure
  return [
    ['clause', clause],
    ...optional('case', caseOf(failure)),
    ...optional('sent', sentLines(failure.exchanges).join('\n')),
    ['expected', expected],
    ['actual', actual],
    ...optional('differs', difference && differenceLines(difference).join('\n')),
    ...optional('steps', sequence?.join('\n')),
    ...optional(
      'flaky',
      flaky && `the same case failed ${flaky} times: a worker, a replica or a cache may differ from the others`,
    ),
    ...optional('note', note),
    ['means', meaning],
    ...optional('causes', causes.join('\n')),
    ...optional('curl', curl || (noCurl && `none: ${noCurl}`)),
    ...optional('again', again),
  ]
}

/** A case that is one request says nothing that what was sent does not say. */
function caseOf({ case: words, counterexample, exchanges }: Failure): string | undefined {
  if (isObject(counterexample) && 'request' in counterexample && exchanges.length > 0) return undefined
  return words ?? caseInWords(counterexample)
}

function optional(name: string, text: string | undefined): [string, string][] {
  return text ? [[name, text]] : []
}

/** Below each other, texts of several lines indented as far as the first. */
export function layOut(fields: readonly (readonly [string, string])[], indent: string): string[] {
  const width = Math.max(...fields.map(([name]) => name.length))
  return fields.flatMap(([name, text]) => {
    const [first = '', ...more] = text.split('\n')
    return [`${indent}${name.padEnd(width)}  ${first}`, ...more.map((line) => `${indent}${' '.repeat(width)}  ${line}`)]
  })
}
