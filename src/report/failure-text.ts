import { AT_ONCE, interleaved } from '../core/at-once.ts'
import { caseText } from '../core/case-text.ts'
import { count } from '../core/count.ts'
import { firstOf } from '../core/first-of.ts'
import { type Json, writeJson } from '../core/json.ts'
import {
  type Difference,
  type Failure,
  isWarning,
  type RequestContext,
  type RuleResult,
  type Varied,
  type WrittenExchange,
} from '../core/results.ts'
import { truncate } from '../core/truncate.ts'
import { commonStart } from '../judge/excerpts.ts'
import { someIds } from './some-ids.ts'

/** What a reader sees first of a violated rule: what happened, or else the rule. */
export const headlineOf = ({ title, failure }: Pick<RuleResult, 'title' | 'failure'>): string =>
  failure?.headline ?? title

/** What a violation means for the run: `error: fails the run`. */
export function severityText(rule: Pick<RuleResult, 'status' | 'severity' | 'failure'>): string {
  const { status } = rule
  if (status === 'warned' && rule.failure?.onlyWarning) return 'warning: does not fail the run, nor with --strict'
  if (status === 'warned')
    return `warning${rule.severity === 'error' ? ', since the reference may allow this form' : ''}: does not fail the run unless --strict`
  if (status === 'expected') return 'accepted: does not fail the run'
  return isWarning(rule) ? 'warning: fails the run because of --strict' : 'error: fails the run'
}

/** Everything about a violated rule as named texts, in reading order. */
export function failureFields(rule: RuleResult): [name: string, text: string][] {
  const { title, failure, reason, note } = rule
  if (!failure) return [['reason', reason ?? 'no details']]
  const { follows, clause, expected, actual, difference, sequence, flaky, pattern, extent, meaning, causes, again } =
    failure
  return [
    ...optional('first', follows && `fix ${follows.rule} first: ${BECAUSE[follows.because]}`),
    ['expected', expected],
    ['actual', actual],
    ['impact', meaning],
    ...optional('causes', listed(causes)),
    ...optional('explains', explainedText(failure)),
    ...optional('pattern', pattern),
    ...optional('also', extent && listed(beginning(extent.failing))),
    ...optional('conforms', extent && listed(beginning(extent.conforming))),
    ...optional('varied', variedText(failure)),
    ...optional('flaky', flaky && flakyText(flaky)),
    ...optional('alone', aloneText(failure)),
    ...optional('note', note),
    ...optional('sent', sequence ? undefined : listed(sentLines(failure))),
    ...optional('case', caseOf(failure)),
    ...optional('differs', difference && differenceLines(difference).join('\n')),
    ...optional('steps', sequence?.map((step, i) => `${i + 1}. ${step}`).join('\n')),
    ...optional('curl', curlText(failure)),
    ...optional('again', again),
    ['rule', title],
    ['reference', clause],
  ]
}

/** What was seen of a failure that does not happen each time, and the next step. */
export const flakyText = (flaky: string): string =>
  `the same case failed ${flaky} times: a worker, a replica or a cache may differ from the others, or earlier requests matter. Repeat the line of \`curl\`, or the rule, that often, and look in the server's log for what served the failing request`

/** What a failure says that did not show when its request was sent again alone. */
export function aloneText({ context, exchanges }: Failure): string | undefined {
  if (context === 'before' && exchanges.length > 1 && new Set(exchanges.map(({ request }) => request.curl)).size === 1)
    return 'it shows from the second time on that the request is sent, as where a cache responds: the first time, it conformed'
  if (
    context === 'before' &&
    exchanges.length > 1 &&
    new Set(exchanges.map(({ request }) => request.credential)).size === 1
  )
    return 'it did not show when its last request was sent again without the others, only right after them, with the same key'
  if (context !== 'concurrent') return context && ALONE[context]
  const all = interleaved(exchanges)
  const { request } = exchanges.at(-1)!
  const own = all.filter((one) => one.request.curl === request.curl).length * AT_ONCE
  return `it did not show when its request was sent again alone, only with others at the same time. Send the last request of \`sent\` alone, then the command, which sends it ${own} times${own === all.length * AT_ONCE ? '' : ` among ${all.length * AT_ONCE} requests`}: all ${own} responses should have the body that it got alone`
}

const ALONE: Readonly<Record<Exclude<RequestContext, 'concurrent'>, string>> = {
  before:
    'it did not show when its last request was sent again alone, after some seconds without a request, only right after the others',
  'same connection':
    'it did not show when its last request was sent again alone, only after the others on the same connection; the requests under `also` may need such others as well',
  later:
    'the response depends on earlier requests, on load or on time: a request like it, or like that of the failure to fix first, conformed at first and failed at the end of the run',
  unknown:
    'it did not show when it was sent again alone: it takes other requests of the run, before it or at the same time',
}

const [MOST_LINES, MOST_VARIED] = [4, 6]

/** The first lines of a long list, and how many more the report has. */
const beginning = (lines: readonly string[], most = MOST_LINES): readonly string[] =>
  firstOf(lines, most, (more) => `and ${more} more lines in report.html`)

/** The request with one change at a time, and the responses. */
const variedText = ({ varied }: Failure): string | undefined =>
  varied &&
  [
    'one change to the request at a time, not judged:',
    ...beginning(variedLines(varied), MOST_VARIED).map((line) => `- ${line}`),
  ].join('\n')

export const variedLines = (varied: readonly Varied[]): readonly string[] =>
  varied.map(({ changes, response }) => `${withoutRepetition(changes)} → ${truncate(response, MOST_RESPONSE)}`)

const MOST_RESPONSE = 120
const REPEATED = /^(with|the same change to|Accept:) /

/** `with the revoked key or a wrong secret; Accept: text/html or application/\*`. */
const withoutRepetition = (changes: readonly string[]): string =>
  changes
    .map((change, i) => {
      const [open] = REPEATED.exec(change) ?? []
      if (i === 0) return change
      return open && changes[i - 1]!.startsWith(open) ? ` or ${change.slice(open.length)}` : `; ${change}`
    })
    .join('')

/** A line each; bullets distinguish several once they are wrapped. */
const listed = (texts: readonly string[]): string =>
  texts.map((text) => (texts.length > 1 ? `- ${text}` : text)).join('\n')

const MOST_EXPLAINED = 3

/**
 * `1 other rule, which fails with it (a.users.pages)`, `5 other rules: 2 fail with it (a.users.pages, a.users.total), 3 are not
 * judged while it fails (a.users.echo, a.users.walk, ...)`.
 */
export function explainedText(failure: Failure): string | undefined {
  if (failure.explains === undefined) return undefined
  const rules = count(failure.explains, 'other rule')
  const groups = explainedGroups(failure)
  const [first, second] = groups.map(({ how, ids }) => `${how} (${someIds(ids, MOST_EXPLAINED)})`)
  return second === undefined
    ? `${rules}, which ${first}`
    : `${rules}: ${groups[0]!.ids.length} ${first}, ${groups[1]!.ids.length} ${second}`
}

/** The explained rules by how they ended: `fail with it`. */
export function explainedGroups({ explained = [], blocks = [] }: Failure) {
  const failing = explained.filter((id) => !blocks.includes(id))
  const groups = [
    { how: `${failing.length === 1 ? 'fails' : 'fail'} with it`, ids: failing },
    { how: `${blocks.length === 1 ? 'is' : 'are'} not judged while it fails`, ids: blocks },
  ]
  return groups.filter(({ ids }) => ids.length > 0)
}

export const BECAUSE = {
  'judged-by': 'this failure is likely its consequence, even if its causes name others',
  'same-response': 'the same response, or an equal error, violates both rules',
  'same-check': 'both accept what must be refused: likely one mistake, in the check or in what it reads',
  'same-header': 'the same header, such as User-Agent, shows both',
  'same-fault': 'the body of both ends too early: likely one mistake, where responses are written',
  'same-context':
    'both show only with other requests, before or at the same time: likely one cache, session or shared variable',
}

/** Commands for a POSIX shell: the request that shows a violation, or the few whose responses contradict each other. */
export function curlLines({ curl, requests, exchanges }: Failure): string[] {
  if (curl) return [curl]
  return requests ? [...new Set(exchanges.map(({ request }) => request.curl).toReversed())].toReversed() : []
}

/** The commands, or why there is none. */
export function curlText(failure: Failure): string | undefined {
  const { noCurl, sequence } = failure
  return curlLines(failure).join('\n') || (noCurl && (sequence ? 'none: follow the steps' : `none: ${noCurl}`))
}

/** Undefined where requests or steps show it. */
export function caseOf({ case: text, counterexample, exchanges, sequence }: Failure): string | undefined {
  const isEmpty = writeJson(counterexample as Json) === '{}'
  return exchanges.length > 0 || sequence || isEmpty ? undefined : (text ?? caseText(counterexample))
}

/** For formats in which a line break ends an entry. */
export const oneLine = (text: string): string => text.replaceAll('\n', ' ')

/** A field, if there is a text. */
export function optional(name: string, text: string | false | undefined): [string, string][] {
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
function sentLines({ exchanges, request, context }: Failure): string[] {
  const counts = new Map<string, number>()
  const { url = '' } = exchanges[0]?.request ?? {}
  const base = url.slice(0, Math.max(0, url.indexOf(BASE)))
  for (const line of exchanges.map((x) => sentLine(x, base))) counts.set(line, (counts.get(line) ?? 0) + 1)
  const lines = [...counts].map(([line, count]) => (count === 1 ? line : `${line} (${count} times)`))
  // One request shows it alone.
  return request && !context ? lines.map((line, i) => (i < lines.length - 1 ? `for comparison: ${line}` : line)) : lines
}

const MOST_REASON = 80
const BASE = '/api/public/v1'

/** `GET /users, key: revoked via bearer (the revoked key) → 401 Unauthorized`; the whole URL if that was sent, or if it does not begin with `base` and the root of the API. */
export function sentLine({ request, response, problem }: WrittenExchange, base?: string): string {
  const outcome = response
    ? `${response.status} ${response.reason.slice(0, MOST_REASON)}`.trim()
    : `no response: ${problem}`
  const at = request.url.indexOf(BASE)
  const isElsewhere = request.absolute || at < 0 || (base !== undefined && request.url.slice(0, at) !== base)
  const path = request.url.slice(at + BASE.length) || '/'
  const target = isElsewhere ? request.url : path.startsWith('//') ? `${BASE}${path}` : path
  return `${request.method} ${target}, key: ${request.credential}${senderText(request)} → ${outcome}`
}

/** Headers that a request has anyway: the suite's User-Agent and Accept, and the key; Authorization only without X-Api-Key. */
function isUsual([name, value]: readonly [string, string], hasApiKey: boolean): boolean {
  if (/^user-agent$/i.test(name)) return value.startsWith('tenant-api-conformance')
  if (/^accept$/i.test(name)) return value === 'application/json'
  return /^x-api-key$/i.test(name) || (/^authorization$/i.test(name) && !hasApiKey)
}
const MOST_HEADERS = 3

/** What distinguishes a request from one with the same key: the client that it imitates, or only a property of it; or its further headers. */
export function senderText({ client, headers }: WrittenExchange['request']): string {
  const hasApiKey = headers.some(([name]) => /^x-api-key$/i.test(name))
  const names = headers.filter((header) => !isUsual(header, hasApiKey)).map(([name]) => name)
  const [name, property] = client?.split(': ') ?? []
  if (property !== undefined) return `, with ${property}`
  if (name !== undefined) return `, as ${name}`
  return names.length > 0 ? `, with ${someIds(names, MOST_HEADERS)}` : ''
}

/** Longer differences are marked at their start only. */
const MOST_MARKED = 24
/** Characters that are one column wide. */
const PLAIN = /^[ -~…]*$/

/** Two texts below each other with their difference marked: by carets, or by guillemets, which JSON does not have, where characters may be wider than a column. */
export function differenceLines({ at, one, other }: Difference): string[] {
  const sides = [one, other]
  const isPlain = sides.every(({ text }) => PLAIN.test(text))
  const start = commonStart(one.text, other.text)
  const same = commonEnd(one.text.slice(start), other.text.slice(start))
  const width = Math.max(...sides.map(({ label }) => label.length))
  const lines = sides.map(
    ({ label, text }) => `  ${label.padEnd(width)}  ${isPlain ? text : quoted(text, start, text.length - same)}`,
  )
  if (!isPlain || start === 0) return [at, ...lines]
  const marked = Math.max(1, ...sides.map(({ text }) => text.length - same - start))
  return [at, ...lines, `${' '.repeat(width + 4 + start)}${'^'.repeat(marked > MOST_MARKED ? 1 : marked)}`]
}

const quoted = (text: string, from: number, to: number): string =>
  `${text.slice(0, from)}«${text.slice(from, to)}»${text.slice(to)}`

/** How many characters two texts have in common at their end; never half a surrogate pair. */
function commonEnd(one: string, other: string): number {
  let n = 0
  while (n < one.length && n < other.length && one.at(-1 - n) === other.at(-1 - n)) n++
  return n > 0 && /[\udc00-\udfff]/.test(one.at(-n)!) ? n - 1 : n
}
