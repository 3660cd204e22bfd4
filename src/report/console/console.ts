import { count } from '../../core/count.ts'
import { inert } from '../../core/inert.ts'
import { isBroken, type Report, type Status, type TargetResult } from '../../core/results.ts'
import type { Variant } from '../../core/rule.ts'
import { byImpact } from '../by-impact.ts'
import { INSECURE } from '../insecure.ts'
import { proofLine } from '../proof-line.ts'
import { grouped } from './groups.ts'
import { brokenInShort, brokenRule } from './rule.ts'
import type { Style } from './style.ts'
import { verdictLine } from './verdict.ts'

export interface ConsoleOptions {
  readonly style: Style
  /** Where `report.json` was written. */
  readonly path: string
}

/** What `run` prints when it is through: failures in full, what was left out and why, and last the verdicts. */
export function renderConsole(report: Report, options: ConsoleOptions): string {
  const { run, suite, targets } = report
  const lines = targets.filter(({ stopped }) => stopped === undefined).flatMap((target) => onTarget(target, options))
  lines.push(...inShort(targets, options))
  if (run.interrupted) lines.push(options.style.warn('interrupted: what is not told here was not tried'))
  lines.push(...targets.flatMap(({ variant, cut }) => (cut ? [options.style.warn(cutShort(variant, cut))] : [])))
  if (run.insecure) lines.push(options.style.bad(INSECURE))
  lines.push(...targets.flatMap(({ variant, proxy }) => (proxy ? [throughProxy(variant, proxy)] : [])))
  lines.push(...stale(run, options.style))
  lines.push(options.style.dim(`seed ${run.seed}, report ${options.path}`))
  if (suite.proof) lines.push(options.style.dim(`this suite was proven: ${proofLine(suite.proof)}`))
  lines.push(...targets.map((target) => safeLine(target, report, options)))
  return `${lines.join('\n')}\n`
}

function onTarget(target: TargetResult, options: ConsoleOptions): string[] {
  const safe = { ...target, rules: target.rules.map(inertDeep) }
  const broken = byImpact(safe.rules.filter(({ status }) => isBroken(status)))
  const lines = [
    ...broken.flatMap((rule) => brokenRule(rule, options.style)),
    ...GROUPS.flatMap(([status, title]) => group(safe, status, title)),
    ...notes(safe, options.style),
    ...slowness(safe, options.style),
    ...leftovers(safe.leftovers?.map(inert), options.style),
  ]
  return lines.length === 0 ? [] : [options.style.strong(heading(target)), '', ...lines]
}

const throughProxy = (variant: Variant, proxy: string): string =>
  inert(`variant ${variant.toUpperCase()} was asked through the proxy ${proxy}`)

const cutShort = (variant: Variant, { reason }: NonNullable<TargetResult['cut']>): string =>
  inert(`variant ${variant.toUpperCase()}: ${reason}: what is not told here was not tried`)

/** Several failures are more than a screen: what each comes to stands once more where a reader's eye is, at the end. */
function inShort(targets: readonly TargetResult[], { style }: ConsoleOptions): string[] {
  const failed = targets.flatMap(({ rules }) => rules.filter(({ status }) => status === 'failed')).map(inertDeep)
  return failed.length < 2 ? [] : [...byImpact(failed).map((rule) => brokenInShort(rule, style)), '']
}

const heading = ({ variant, baseUrl }: TargetResult): string => `variant ${variant.toUpperCase()} at ${inert(baseUrl)}`

const GROUPS: readonly (readonly [Status, string])[] = [
  ['blocked', 'blocked'],
  ['inconclusive', 'inconclusive'],
  ['expected', 'failed as expected'],
  ['skipped', 'not tried'],
]

function group({ counts, rules }: TargetResult, status: Status, title: string): string[] {
  return counts[status] === 0 ? [] : [`${count(counts[status], 'rule')} ${title}:`, ...grouped(rules, status), '']
}

function notes({ rules }: TargetResult, { dim }: Style): string[] {
  const noted = rules.flatMap(({ id, note, failure }) => (note === undefined || failure ? [] : [dim(`${id}: ${note}`)]))
  return noted.length === 0 ? [] : [...noted, '']
}

function stale({ expect }: Report['run'], { bad }: Style): string[] {
  return (expect?.stale ?? []).map(({ at, rule, why }) => bad(inert(`${at}: delete the entry of ${rule}: ${why}`)))
}

function slowness({ slowed }: TargetResult, { dim }: Style): string[] {
  if (!slowed) return []
  const { times, lowest, last } = slowed
  return [
    dim(
      `answers became slow meanwhile: ${count(times, 'time')} half as many requests were under way, ${lowest} at the fewest and ${last} at the end`,
    ),
    '',
  ]
}

function leftovers(keys: readonly string[] = [], { warn }: Style): string[] {
  if (keys.length === 0) return []
  return [
    warn(`left over, to be revoked by you: ${count(keys.length, 'created key')}`),
    ...keys.map((key) => `  ${key}`),
    '',
  ]
}

function safeLine(target: TargetResult, { run }: Report, { style }: ConsoleOptions): string {
  return verdictLine(inertDeep(target), run, style)
}

/** Every text in it made safe for a terminal. */
function inertDeep<Value>(value: Value): Value {
  if (typeof value === 'string') return inert(value) as Value
  if (Array.isArray(value)) return value.map(inertDeep) as Value
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, inertDeep(item)])) as Value
}
