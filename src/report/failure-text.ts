import { isObject } from '../judge/json.ts'
import { caseInWords } from './case-text.ts'
import { differenceLines } from './difference-text.ts'
import type { Failure, RuleResult } from './results.ts'
import { sentLines } from './sent-text.ts'

/** How the run is repeated, for example `npx tenant-conformance run --env-file my.env`. */
export type Again = string

/** Where what was typed is not known. */
export const AGAIN = 'tenant-conformance run'

/** What a reader wants to know of a broken rule: names and texts, in the order of reading. */
export function failureFields({ id, failure, reason, note }: RuleResult, again: Again): [name: string, text: string][] {
  if (!failure) return [['reason', reason ?? 'no details']]
  const { clause, expected, actual, difference, sequence, flaky, meaning, causes, curl, seed } = failure
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
    ...optional('curl', withNote(curl)),
    ['again', `${again} --rule ${id} --seed ${seed}`],
  ]
}

/** A key that the suite created is revoked by the time that anyone reads this. */
const withNote = (curl: string): string =>
  curl.includes('$CREATED_KEY')
    ? `${curl}\n(with a key that went through the same steps: the one of the run is gone)`
    : curl

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
