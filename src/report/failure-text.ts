import { caseInWords } from '../core/case-text.ts'
import { isObject } from '../core/json-values.ts'
import type { Failure, RuleResult, WrittenExchange } from '../core/results.ts'
import { differenceLines } from './difference.ts'

/** What a reader sees first of a violated rule: what happened, or else the rule. */
export const headlineOf = ({ title, failure }: Pick<RuleResult, 'title' | 'failure'>): string =>
  failure?.headline ?? title

/** Everything about a violated rule as named texts, in reading order. */
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

/** Undefined for a case that is a single request: `sent` shows it. */
function caseOf({ case: text, counterexample, exchanges }: Failure): string | undefined {
  if (isObject(counterexample) && 'request' in counterexample && exchanges.length > 0) return undefined
  return text ?? caseInWords(counterexample)
}

function optional(name: string, text: string | undefined): [string, string][] {
  return text ? [[name, text]] : []
}

/** A line per field, further lines of a text indented as far as its first. */
export function layOut(fields: readonly (readonly [string, string])[], indent: string): string[] {
  const width = Math.max(...fields.map(([name]) => name.length))
  return fields.flatMap(([name, text]) => {
    const [first = '', ...more] = text.split('\n')
    return [`${indent}${name.padEnd(width)}  ${first}`, ...more.map((line) => `${indent}${' '.repeat(width)}  ${line}`)]
  })
}

/** A line for each exchange, repeats counted: `GET /users?page=2, key: active by x-api-key → 200`. */
function sentLines(exchanges: readonly WrittenExchange[]): string[] {
  const counts = new Map<string, number>()
  for (const line of exchanges.map(sentLine)) counts.set(line, (counts.get(line) ?? 0) + 1)
  return [...counts].map(([line, count]) => (count === 1 ? line : `${line} (${count} times)`))
}

const MOST_REASON = 80
const BASE = '/api/public/v1'

function sentLine({ request, response, problem }: WrittenExchange): string {
  const outcome = response
    ? `${response.status} ${response.reason.slice(0, MOST_REASON)}`.trim()
    : `no response: ${problem}`
  const at = request.url.indexOf(BASE)
  const target = at < 0 ? request.url : request.url.slice(at + BASE.length) || '/'
  return `${request.method} ${target}, key: ${request.credential} → ${outcome}`
}
