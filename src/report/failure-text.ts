import { writeJson } from '../client/json.ts'
import type { RuleResult } from './results.ts'

/** How the run is repeated, for example `npx tenant-conformance run --env-file my.env`. */
export type Again = string

/** Where what was typed is not known. */
export const AGAIN = 'tenant-conformance run'

/** What a reader wants to know of a broken rule: names and texts, in the order of reading. */
export function failureFields({ id, failure, reason }: RuleResult, again: Again): [name: string, text: string][] {
  if (!failure) return [['reason', reason ?? 'no details']]
  const { clause, expected, actual, counterexample, sequence, flaky, meaning, causes, curl, seed } = failure
  return [
    ['clause', clause],
    ['expected', expected],
    ['actual', actual],
    ['case', writeJson(counterexample)],
    ...optional('steps', sequence?.join('\n')),
    ...optional('flaky', flaky && `the same case failed ${flaky} times`),
    ['means', meaning],
    ...optional('causes', causes.join('\n')),
    ...optional('curl', curl),
    ['again', `${again} --rule ${id} --seed ${seed}`],
  ]
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
