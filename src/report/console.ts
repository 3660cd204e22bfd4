import { stripVTControlCharacters, styleText } from 'node:util'
import { capitalize } from '../core/capitalize.ts'
import { count } from '../core/count.ts'
import { isControl } from '../core/needs.ts'
import { COMMAND } from '../core/package.ts'
import type { Report, RuleResult, RunInfo, Status, TargetResult } from '../core/results.ts'
import { explainedText, failureFields, headlineOf, layOut, optional, severityText } from './failure-text.ts'
import { foldLines } from './fold-lines.ts'
import { groupByReason, rulesWith, worstFirst } from './reading-order.ts'
import { sanitizeReport } from './sanitize-report.ts'
import { someIds } from './some-ids.ts'
import { exitText, INSECURE, proofText, QUICK, STANDARD, type VerdictText, verdictText } from './verdict-text.ts'

interface ConsoleOptions {
  readonly style: Style
  /** Of the written `report.json`. */
  readonly path: string
  /** The command that sends the failing cases of the report again. */
  readonly replay?: string
  /** The command that checks the settings of the run. */
  readonly doctor?: string
  /** Width to wrap lines to; without it they are not wrapped. */
  readonly columns?: number
  /** Quiet: a line for each failure, and the verdicts. Verbose: also all ids, and the proof of the suite. */
  readonly detail?: 'quiet' | 'usual' | 'verbose'
}

const UNTESTED = 'rules without a result were not tested'

/** What `run` prints at its end: violations in full, rules without a result and why, and last the verdicts. */
export function renderConsole(unsafe: Report, options: ConsoleOptions): string {
  const report = sanitizeReport(unsafe)
  const { style, path, columns, detail = 'usual' } = options
  const isVerbose = detail === 'verbose'
  const { run, suite, targets } = report
  const { warn, bad, dim } = style
  const each = (lines: (target: TargetResult, variant: string) => (string | undefined)[]) =>
    targets.flatMap((target) => lines(target, `variant ${target.variant.toUpperCase()}`))
  const verdicts = targets.flatMap((target) => verdictLines(target, run, style, columns))
  const exit = exitText(report)
  const concluded = [...verdicts, exit && warn(exit)]
  const next = nextSteps(targets, {
    path,
    replay: sanitizeReport(options.replay),
    doctor: sanitizeReport(options.doctor),
  })
  const failed = rulesWith('failed', targets)
  const full = () => [
    ...each((target) => (target.stopped === undefined ? targetLines(target, style, isVerbose) : [])),
    // Several failures fill more than a screen: a reader looks at the end first.
    ...(failed.length < 4 ? [] : inShort(failed, style)),
    run.interrupted && warn(`interrupted: ${UNTESTED}`),
    ...each(({ cut }, variant) => [cut && warn(`${variant}: ${cut.reason}: ${UNTESTED}`)]),
    ...each((target, variant) => [resumedText(target, variant)]),
    (run.interrupted || targets.some(({ cut }) => cut)) && `to continue, add to the command: --resume ${path}`,
    run.insecure && bad(INSECURE),
    ...each(({ proxy }, variant) => [proxy && `${variant} was tested through the proxy ${proxy}`]),
    ...(run.expect?.stale ?? []).map(({ at, rule, why }) => bad(`${at}: delete the entry of ${rule}: ${why}`)),
    dim(next.length > 2 ? `seed ${run.seed}` : `seed ${run.seed}, report ${path}`),
    isVerbose && suite.proof && dim(`this suite was proven: ${proofText(suite.proof)}`),
    ...concluded,
    run.depth === 'quick' && dim(QUICK),
    run.depth === 'standard' && targets.every(({ verdict }) => verdict === 'conformant') && dim(STANDARD),
    ...next,
  ]
  const lines =
    detail === 'quiet' ? [...inShort([...failed, ...rulesWith('warned', targets)], style), ...concluded] : full()
  const texts = lines.filter((line) => typeof line === 'string')
  return `${(columns === undefined ? texts : foldLines(texts, columns)).join('\n')}\n`
}

/** Results kept from an earlier run. */
function resumedText({ rules }: TargetResult, variant: string): string | undefined {
  const runs = Map.groupBy(
    rules.flatMap(({ earlier }) => earlier ?? []),
    ({ startedAt }) => startedAt,
  )
  const texts = [...runs].sort().map(([startedAt, parts]) => {
    const cases = parts.reduce((sum, part) => sum + part.cases, 0)
    return `${count(cases, 'case')} of ${count(parts.length, 'rule')} from the run of ${startedAt}`
  })
  return texts.length === 0 ? undefined : `${variant} was resumed: ${texts.join(', ')}`
}

const GROUPS: readonly (readonly [status: Status, title: string, hint?: string])[] = [
  ['blocked', 'blocked', '; `--rule ID` tests one anyway, as far as it can be judged'],
  ['inconclusive', 'inconclusive'],
  ['expected', 'failed as expected'],
  ['skipped', 'not tested'],
  ['attested', 'attested by the operator, not tested'],
]

function targetLines(target: TargetResult, style: Style, isVerbose: boolean): string[] {
  const { variant, baseUrl, leftovers = [] } = target
  const rules = target.rules.filter(({ unselected }) => !unselected)
  const { strong, dim, warn } = style
  const notes = rules.flatMap(({ id, note, failure }) => (note === undefined || failure ? [] : [dim(`${id}: ${note}`)]))
  const blocks: readonly (readonly string[])[] = [
    ...GROUPS.map(([status, title, hint = '']) =>
      titled(
        `${count(rules.filter((rule) => rule.status === status).length, 'rule')} ${title}${requiredOf(rules, status)}${hint}:`,
        reasonLines(rules, status, isVerbose),
      ),
    ),
    notes,
    titled(
      warn(`left over, for you to revoke: ${count(leftovers.length, 'created key')}`),
      leftovers.map((key) => `  ${key}`),
    ),
  ]
  const lines = [
    ...worstFirst(rules).flatMap((rule) => ruleLines(rule, style, !isVerbose && rule.failure?.follows !== undefined)),
    ...blocks.flatMap((block) => (block.length === 0 ? [] : [...block, ''])),
  ]
  return lines.length === 0 ? [] : [strong(`variant ${variant.toUpperCase()} at ${baseUrl}`), '', ...lines]
}

/** The verdict counts required rules only. */
function requiredOf(rules: readonly RuleResult[], status: Status): string {
  const those = rules.filter((rule) => rule.status === status)
  const required = those.filter(({ severity, unselected }) => severity === 'error' && !unselected).length
  if (required === 0) return ''
  return required < those.length ? `, ${required} of them required` : `, ${those.length > 1 ? 'all ' : ''}required`
}

const titled = (title: string, lines: readonly string[]): string[] => (lines.length === 0 ? [] : [title, ...lines])

/** What the console shows of a failure that likely comes with another one. */
const BRIEFLY = ['first', 'expected', 'actual', 'again']

/** A violated rule in full, or briefly. */
export function ruleLines(rule: RuleResult, style: Style, isBrief = false): string[] {
  const { id, level, section } = rule
  const fields = failureFields(rule).filter(([name]) => !isBrief || BRIEFLY.includes(name))
  return [
    `${mark(rule, style)}  ${style.strong(id)}  (${severityText(rule)}; ${level}, §${section})`,
    `  ${headlineOf(rule)}`,
    ...layOut(
      fields.map(([name, text]) => [name, painted(name, text, style)]),
      '  ',
    ),
    '',
  ]
}

/** What to do about failures: the one to fix first, the command that sends all of them again, and where everything is. */
function nextSteps(
  targets: readonly TargetResult[],
  { path, replay, doctor = `${COMMAND} doctor` }: Pick<ConsoleOptions, 'path' | 'replay' | 'doctor'>,
): string[] {
  const [first] = worstFirst(targets.flatMap(({ rules }) => rules))
  if (!first && targets.some(({ stopped }) => stopped !== undefined))
    return ['', `next    ${doctor}   # says what to change`]
  if (!first?.failure) return toComplete(targets)
  // Variant A has one endpoint.
  const isOfSeveral = targets.some(
    ({ variant, rules }) => variant === 'b' && rules.some(({ status }) => status === 'failed'),
  )
  const isPart = targets.some(({ rules }) => rules.some(({ unselected }) => unselected))
  const among = isPart ? ', of the rules selected: another may be its cause' : ''
  const others = targets.flatMap(({ rules }) => (rules.includes(first) ? [] : worstFirst(rules).slice(0, 1)))
  const own = targets.find(({ rules }) => rules.includes(first))!
  const apart = worstFirst(own.rules)
    .filter((rule) => rule !== first && !rule.failure?.follows && !first.failure?.explained?.includes(rule.id))
    .map(({ id }) => id)
  const fields: [string, string][] = [
    ['next', `fix ${first.id} first${explaining(first.failure)}${among}`],
    ...optional('', apart.length > 0 && `apart from it, as far as was seen: ${someIds(apart, MOST_APART)}`),
    ...others.map(({ id, failure }): [string, string] => ['', `and ${id}${explaining(failure)}${SHARED}`]),
    ...optional('replay', replay),
    ['note', isOfSeveral ? `${FIRST_CASE}${capitalize(LIKELY)}` : LIKELY],
    ['report', path],
  ]
  const completing = first.status === 'warned' ? toComplete(targets).slice(1) : []
  return ['', ...layOut(fields, ''), ...completing]
}

function explaining(failure: RuleResult['failure']): string {
  const explains = failure && explainedText(failure)
  return explains === undefined ? '' : `: it explains ${explains}`
}

const MOST_APART = 3
const SHARED = '; one fix may repair both, where the variants share code'

/** What decides the most required rules that could not be tested. */
function toComplete(targets: readonly TargetResult[]): string[] {
  const lacking = targets.flatMap(({ rules }) =>
    rules.filter(({ severity, missing }) => severity === 'error' && missing),
  )
  const [group] = groupByReason(lacking, 'skipped')
  if (!group) return []
  const isByControl = group.rules.every(({ missing = [] }) => missing.every(isControl))
  const supply = isByControl ? CONTROL : group.reason
  const untested = count(lacking.length, 'untested required rule')
  const rules = group.rules.length === lacking.length ? `the ${untested}` : `${group.rules.length} of ${untested}`
  const rest = group.rules.length === lacking.length ? '' : `; \`${COMMAND} doctor\` says what else is missing`
  return ['', `next    ${supply}, which decides ${rules}${isByControl ? MANUAL : ''}${rest}`]
}

const CONTROL = `supply a control module (\`${COMMAND} help control\`)`
const MANUAL = '; without code, --control manual asks you to act, and decides most of them'

const FIRST_CASE =
  'a rule ends at its first failing case: after the fix `replay` repeats that case, and `run` tries others, too. '
const LIKELY = 'causes are likely ones, the likeliest first: from outside, neither code nor a gateway is seen'

/** A line for each. */
function inShort(violated: readonly RuleResult[], style: Style): string[] {
  const lines = violated.map((rule) => {
    const text = rule.failure?.summary.split('\n')[0] ?? rule.title
    const flaky = rule.failure?.flaky ? ` (failed ${rule.failure.flaky} times)` : ''
    return `${mark(rule, style)}  ${style.strong(rule.id)}  ${text}${flaky}`
  })
  return lines.length === 0 ? [] : [...lines, '']
}

const mark = ({ status }: RuleResult, style: Style): string =>
  status === 'failed' ? style.bad('FAILED') : style.warn('WARNED')

function painted(name: string, text: string, { good, bad, dim }: Style): string {
  const paint = { expected: good, actual: bad, clause: dim, curl: dim, again: dim }[name]
  return paint ? text.split('\n').map(paint).join('\n') : text
}

const MOST_NAMED = 4

/** The rules of a status by their reason, two lines each: the reason, and some ids. */
export function reasonLines(rules: readonly RuleResult[], status: Status, all = false): string[] {
  return groupByReason(rules, status).flatMap(({ reason, rules }) => {
    const ids = rules.map(({ id }) => id)
    return [`  ${reason}`, `    ${all ? ids.join(', ') : someIds(ids, MOST_NAMED)}`]
  })
}

/** The verdict of a target in one line, with what it leaves open and what it cost. */
export const verdictLine = (...[target, run, style]: Parameters<typeof verdictParts>): string => {
  const { head, details } = verdictParts(target, run, style)
  return `${head} — ${details.join(', ')}`
}

/** The same, one detail to a line where all do not fit into a terminal. */
function verdictLines(target: TargetResult, run: RunInfo, style: Style, columns = Number.POSITIVE_INFINITY): string[] {
  const line = verdictLine(target, run, style)
  if (stripVTControlCharacters(line).length <= columns) return [line]
  const { head, details } = verdictParts(target, run, style)
  return [head, ...details.map((detail) => `  - ${detail}`)]
}

function verdictParts(target: TargetResult, run: RunInfo, style: Style): { head: string; details: readonly string[] } {
  const { phrase, tone, totals, details } = verdictText(target)
  const head = `variant ${target.variant.toUpperCase()}${run.demo ? ' (demo)' : ''}: ${toneOf(style, tone)(phrase)}`
  return { head, details: target.stopped === undefined ? [totals, ...details, ...costs(target, run)] : details }
}

function costs({ requests, serverErrors }: TargetResult, run: RunInfo): string[] {
  return [
    ...(serverErrors > 0 ? [`the server failed on ${count(serverErrors, 'request')}`] : []),
    `${count(requests, 'request')} in ${(run.durationMs / 1000).toFixed(1)} s`,
  ]
}

type Paint = (text: string) => string

/** Text styles of a terminal. Without colour they change nothing. */
export interface Style {
  readonly good: Paint
  readonly bad: Paint
  readonly warn: Paint
  readonly strong: Paint
  readonly dim: Paint
}

export function styleFor(colour: boolean): Style {
  const paint = (format: Parameters<typeof styleText>[0]): Paint =>
    colour ? (text) => styleText(format, text, { validateStream: false }) : (text) => text
  return {
    good: paint('green'),
    bad: paint(['red', 'bold']),
    warn: paint('yellow'),
    strong: paint('bold'),
    dim: paint('dim'),
  }
}

/** NO_COLOR wins over FORCE_COLOR, and both over the kind of the stream. */
export function wantsColour(env: Readonly<Record<string, string | undefined>>, isTTY: boolean): boolean {
  if (env.NO_COLOR) return false
  if (env.FORCE_COLOR !== undefined) return env.FORCE_COLOR !== '0' && env.FORCE_COLOR !== 'false'
  return isTTY && env.TERM !== 'dumb'
}

export const toneOf = ({ good, warn, bad }: Style, tone: VerdictText['tone']): Paint =>
  ({ good, warning: warn, bad })[tone]
