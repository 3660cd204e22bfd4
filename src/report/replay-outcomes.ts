import { z } from 'zod'
import type { Outcome } from '../core/replay-case.ts'
import type { Report, WrittenExchange } from '../core/results.ts'
import type { Style } from './console.ts'
import { curlText, headlineOf, oneLine, sentLine } from './failure-text.ts'
import { sanitizeReport } from './sanitize-report.ts'

/** Each case with the request that the report shows for it, its response then and now, and how to reproduce what still fails. */
export function renderOutcomes(unsafe: readonly Outcome[], { targets }: Pick<Report, 'targets'>, style: Style): string {
  const outcomes = sanitizeReport(unsafe)
  const reported = new Map(sanitizeReport(targets.flatMap(({ rules }) => rules)).map((rule) => [rule.id, rule.failure]))
  const baseOf = (rule: string) =>
    targets.find(({ variant }) => rule.startsWith(variant))?.baseUrl.replace(/\/$/, '') ?? ''
  const width = Math.max(...outcomes.map(({ rule }) => rule.length))
  const lines = outcomes.flatMap((outcome) =>
    linesOf(outcome, reported.get(outcome.rule), { base: baseOf(outcome.rule), width }, style),
  )
  const sum = KINDS.map(([kind, label]) => `${outcomes.filter(({ outcome }) => outcome === kind).length} ${label}`)
  const failing = outcomes.filter(({ outcome }) => outcome === 'still fails')
  const isMild = failing.length > 0 && failing.every(({ was, status }) => was !== 'failed' && status !== 'failed')
  const hint = [
    ...(outcomes.some(({ outcome }) => outcome === 'passes now') ? [DECIDES] : []),
    ...(isMild ? [MILD] : []),
  ]
  return `${[...lines, sum.join(', '), ...hint].join('\n')}\n`
}

const DECIDES =
  'a case that passes now is fixed, unless it depends on load or on earlier requests: the next run decides'

const MILD = 'what still fails is a warning, which does not count for the exit code; `run --strict` makes it an error'

const KINDS = [
  ['still fails', 'still failing'],
  ['passes now', 'passing now'],
  ['undecided', 'undecided'],
] as const

function linesOf(
  { rule, was, outcome, reason, failure }: Outcome,
  reported: unknown,
  { base, width }: { readonly base: string; readonly width: number },
  style: Style,
) {
  const paint = { 'still fails': style.bad, 'passes now': style.good, undecided: style.warn }[outcome]
  const mild = was === 'failed' ? '' : ` (was ${was})`
  const text = failure ? headlineOf({ title: failure.summary, failure }) : (reason ?? '')
  const [before, now] = [reported, failure].map((one) => sentIn(one, base))
  const more = [
    ...labelled('report', before),
    ...labelled('now', now && before && requestIn(now) !== requestIn(before) ? `${now} ${AS_FIRST_SENT}` : now),
    ...labelled('flaky', failure?.flaky && `it failed ${failure.flaky} times`),
    ...(failure ? (curlText(failure)?.split('\n') ?? []) : []).flatMap((line) => labelled('curl', line)),
  ]
  return [
    `${paint(outcome.padEnd(14))}  ${rule.padEnd(width)}  ${oneLine(text)}${mild}`,
    ...more.map((line) => style.dim(`${' '.repeat(16)}${oneLine(line)}`)),
  ]
}

/** The request of a line, without the deployment and the response. */
const requestIn = (line: string): string =>
  line.slice(0, line.lastIndexOf(' → ')).replace(/https?:\/\/[^/ ]+|\/api\/public\/v1| \(the [\w-]+ key\)/g, '')
const AS_FIRST_SENT = '(the case as the run first sent it; the report has its smallest form)'

const labelled = (name: string, text: string | undefined): string[] => (text ? [`${name.padEnd(6)}  ${text}`] : [])

const text = z.string()
/** Of a report that may have been edited. A failure that several steps show has no one request. */
const Shown = z.object({
  sequence: z.undefined().optional(),
  exchanges: z.array(
    z.looseObject({
      request: z.looseObject({ method: text, url: text, credential: text, client: text.optional() }),
      response: z.looseObject({ status: z.number(), reason: text }).optional(),
      problem: text.optional(),
    }),
  ),
})

/** The decisive request of a failure, as the report prints it, with its response. */
function sentIn(failure: unknown, base: string): string | undefined {
  const exchange = Shown.safeParse(failure).data?.exchanges.at(-1)
  return exchange && sentLine(exchange as unknown as WrittenExchange, base)
}
