import { count } from '../../core/count.ts'
import {
  isBroken,
  type Report,
  type RuleResult,
  type RunInfo,
  type Status,
  type TargetResult,
} from '../../core/results.ts'
import { failureFields, headlineOf, layOut } from '../failure-text.ts'
import { groupByReason } from '../group-by-reason.ts'
import { byImpact } from '../reading-order.ts'
import { renderable } from '../renderable.ts'
import { INSECURE, proofText } from '../run-text.ts'
import { verdictText } from '../verdict-text.ts'
import { type Style, toneOf } from './style.ts'

export interface ConsoleOptions {
  readonly style: Style
  /** Of the written `report.json`. */
  readonly path: string
}

const UNTESTED = 'rules without a result were not tested'

/** What `run` prints at its end: violations in full, rules without a result and why, and last the verdicts. */
export function renderConsole(unsafe: Report, { style, path }: ConsoleOptions): string {
  const report = renderable(unsafe)
  const { run, suite, targets } = report
  const { warn, bad, dim } = style
  const each = (lines: (target: TargetResult, variant: string) => (string | undefined)[]) =>
    targets.flatMap((target) => lines(target, `variant ${target.variant.toUpperCase()}`))
  const lines = [
    ...each((target) => (target.stopped === undefined ? targetLines(target, style) : [])),
    ...inShort(targets, style),
    run.interrupted && warn(`interrupted: ${UNTESTED}`),
    ...each(({ cut }, variant) => [cut && warn(`${variant}: ${cut.reason}: ${UNTESTED}`)]),
    run.insecure && bad(INSECURE),
    ...each(({ proxy }, variant) => [proxy && `${variant} was tested through the proxy ${proxy}`]),
    ...(run.expect?.stale ?? []).map(({ at, rule, why }) => bad(`${at}: delete the entry of ${rule}: ${why}`)),
    dim(`seed ${run.seed}, report ${path}`),
    suite.proof && dim(`this suite was proven: ${proofText(suite.proof)}`),
    ...targets.map((target) => verdictLine(target, run, style)),
  ]
  return `${lines.filter((line) => typeof line === 'string').join('\n')}\n`
}

const GROUPS: readonly (readonly [Status, string])[] = [
  ['blocked', 'blocked'],
  ['inconclusive', 'inconclusive'],
  ['expected', 'failed as expected'],
  ['skipped', 'not tested'],
]

function targetLines(target: TargetResult, style: Style): string[] {
  const { variant, baseUrl, rules, counts, leftovers = [] } = target
  const { strong, dim, warn } = style
  const notes = rules.flatMap(({ id, note, failure }) => (note === undefined || failure ? [] : [dim(`${id}: ${note}`)]))
  const blocks: readonly (readonly string[])[] = [
    ...GROUPS.map(([status, title]) =>
      titled(`${count(counts[status], 'rule')} ${title}:`, reasonLines(rules, status)),
    ),
    notes,
    titled(
      warn(`left over, for you to revoke: ${count(leftovers.length, 'created key')}`),
      leftovers.map((key) => `  ${key}`),
    ),
  ]
  const lines = [
    ...byImpact(rules.filter(({ status }) => isBroken(status))).flatMap((rule) => ruleLines(rule, style)),
    ...blocks.flatMap((block) => (block.length === 0 ? [] : [...block, ''])),
  ]
  return lines.length === 0 ? [] : [strong(`variant ${variant.toUpperCase()} at ${baseUrl}`), '', ...lines]
}

const titled = (title: string, lines: readonly string[]): string[] => (lines.length === 0 ? [] : [title, ...lines])

/** A violated rule in full. */
function ruleLines(rule: RuleResult, style: Style): string[] {
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

/** Several failures fill more than a screen: a line for each of them at the end, where a reader looks first. */
function inShort(targets: readonly TargetResult[], style: Style): string[] {
  const failed = byImpact(targets.flatMap(({ rules }) => rules.filter(({ status }) => status === 'failed')))
  if (failed.length < 2) return []
  const lines = failed.map((rule) => {
    const text = rule.failure?.summary.split('\n')[0] ?? rule.title
    const short = text.length > MOST_IN_SHORT ? `${text.slice(0, MOST_IN_SHORT)}…` : text
    return `${mark(rule, style)}  ${style.strong(rule.id)}  ${short}`
  })
  return [...lines, '']
}

const mark = ({ status }: RuleResult, style: Style): string =>
  status === 'failed' ? style.bad('FAILED') : style.warn('WARNED')

function painted(name: string, text: string, { good, bad, dim }: Style): string {
  const paint = { expected: good, actual: bad, clause: dim, curl: dim, again: dim }[name]
  return paint ? text.split('\n').map(paint).join('\n') : text
}

const MOST_NAMED = 4

/** The rules of a status by their reason, two lines each: the reason, and some ids. */
export function reasonLines(rules: readonly RuleResult[], status: Status): string[] {
  return groupByReason(rules, status).flatMap(({ reason, rules }) => {
    const ids = rules.map(({ id }) => id)
    const more = ids.length - MOST_NAMED
    const named = more > 1 ? `${ids.slice(0, MOST_NAMED).join(', ')} and ${more} more` : ids.join(', ')
    return [`  ${reason}`, `    ${named}`]
  })
}

/** The verdict of a target in one line, with what it leaves open and what it cost. */
export function verdictLine(target: TargetResult, run: RunInfo, style: Style): string {
  const { phrase, tone, details } = verdictText(target)
  const all = target.stopped === undefined ? [...details, ...costs(target, run)] : details
  return `variant ${target.variant.toUpperCase()}${run.demo ? ' (demo)' : ''}: ${toneOf(style, tone)(phrase)} — ${all.join(', ')}`
}

function costs({ rules, requests, serverErrors }: TargetResult, run: RunInfo): string[] {
  const open = rules.filter(({ level }) => level === 'observed')
  const observed = open.filter(({ status }) => status === 'observed').length
  return [
    `${observed} of ${count(open.length, 'behaviour')} observed`,
    ...(serverErrors > 0 ? [`the server failed on ${count(serverErrors, 'request')}`] : []),
    `${count(requests, 'request')} in ${(run.durationMs / 1000).toFixed(1)} s`,
  ]
}
