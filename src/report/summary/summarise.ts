import { basename, dirname, resolve, sep } from 'node:path'
import { canonical } from '../../core/json.ts'
import { isBroken, OPEN, type Report, type RuleResult, type TargetResult } from '../../core/results.ts'
import type { Variant } from '../../core/rule.ts'
import { runConditions, type VerdictText, verdictText } from '../verdict-text.ts'

/** Many reports in one: rules by deployments. Every rendering of a summary starts from one. */
export interface Summary {
  readonly schemaVersion: 1
  /** Conditions in which the runs differ: first, since they may explain the rest. */
  readonly made: readonly Setting[]
  readonly matrices: readonly Matrix[]
}

interface Setting {
  readonly what: string
  readonly values: readonly Share[]
}

/** A value, and the names of the reports that have it. */
export interface Share {
  readonly value: string
  readonly of: readonly string[]
}

export interface Matrix {
  readonly variant: Variant
  readonly deployments: readonly Deployment[]
  /** Those that differ come first. */
  readonly rules: readonly Row[]
}

export interface Deployment
  extends Pick<TargetResult, 'baseUrl' | 'verdict' | 'scope' | 'stopped' | 'counts' | 'requests'>,
    Pick<VerdictText, 'phrase' | 'tone'> {
  readonly name: string
  readonly startedAt: string
}

/** In reading order. */
export const GROUPS = ['broken on some', 'broken on all', 'observed to differ', 'not tried on all', 'alike'] as const
export type Group = (typeof GROUPS)[number]

export interface Row extends Pick<RuleResult, 'id' | 'title' | 'level' | 'section'> {
  readonly group: Group
  /** In the order of the deployments; null where nothing was tested, or the rule is unknown. */
  readonly cells: readonly (Cell | null)[]
}

export interface Cell extends Pick<RuleResult, 'status' | 'observation'> {
  /** How the rule is violated, or why it was not tested. */
  readonly why?: string
}

export interface Named {
  readonly name: string
  readonly report: Report
}

export function summarise(reports: readonly Named[]): Summary {
  const variants = [...new Set(reports.flatMap(({ report }) => report.targets.map(({ variant }) => variant)))].sort()
  return {
    schemaVersion: 1,
    made: differingConditions(reports),
    matrices: variants.map((variant) => matrixOf(variant, reports)),
  }
}

function differingConditions(reports: readonly Named[]): Setting[] {
  const all = reports.map(({ name, report }) => ({ name, conditions: runConditions(report) }))
  return Object.keys(all[0]?.conditions ?? {})
    .map((what) => ({ what, values: shares(all.map(({ name, conditions }) => [conditions[what]!, name])) }))
    .filter(({ values }) => values.length > 1)
}

/** Names grouped by value, the rarest value first. */
export function shares(pairs: readonly (readonly [value: string, name: string])[]): Share[] {
  return [...Map.groupBy(pairs, ([value]) => value)]
    .map(([value, members]) => ({ value, of: members.map(([, name]) => name) }))
    .sort((one, other) => one.of.length - other.of.length)
}

function matrixOf(variant: Variant, reports: readonly Named[]): Matrix {
  const columns = reports.flatMap(({ name, report: { run, targets } }) =>
    targets
      .filter((target) => target.variant === variant)
      .map((target) => ({ target, deployment: deploymentOf(name, run.startedAt, target) })),
  )
  const targets = columns.map(({ target }) => target)
  // The last report that knows a rule describes it.
  const rules = new Map(targets.flatMap(({ rules }) => rules).map((rule) => [rule.id, rule]))
  const rank = ({ group }: Row) => GROUPS.indexOf(group)
  return {
    variant,
    deployments: columns.map(({ deployment }) => deployment),
    rules: [...rules.values()]
      .map((rule) => rowOf(rule, targets))
      .sort((one, other) => rank(one) - rank(other) || (one.id < other.id ? -1 : 1)),
  }
}

function deploymentOf(name: string, startedAt: string, target: TargetResult): Deployment {
  const { baseUrl, verdict, scope, stopped, counts, requests } = target
  const { phrase, tone } = verdictText(target)
  const common = { name, baseUrl, startedAt, verdict, scope, phrase, tone }
  return { ...common, ...(stopped !== undefined && { stopped }), counts, requests }
}

function rowOf({ id, title, level, section }: RuleResult, targets: readonly TargetResult[]): Row {
  const cells = targets.map((target) => cellOf(target, id))
  return { id, title, level, section, group: groupOf(cells.filter((cell) => cell !== null)), cells }
}

function cellOf({ stopped, rules }: TargetResult, id: string): Cell | null {
  const rule = stopped === undefined ? rules.find((one) => one.id === id) : undefined
  if (!rule) return null
  const { status, observation, failure, reason } = rule
  const why = failure?.summary ?? reason
  return { status, ...(why !== undefined && { why }), ...(observation !== undefined && { observation }) }
}

function groupOf(cells: readonly Cell[]): Group {
  const broken = cells.filter(({ status }) => isBroken(status) || status === 'expected')
  if (broken.length > 0) return broken.length === cells.length ? 'broken on all' : 'broken on some'
  const observations = cells.flatMap(({ observation }) => (observation === undefined ? [] : canonical(observation)))
  if (new Set(observations).size > 1) return 'observed to differ'
  const open = cells.filter(({ status }) => OPEN.includes(status))
  return open.length > 0 && open.length < cells.length ? 'not tried on all' : 'alike'
}

/** Short names for reports: the part of each path that the others do not share. Duplicates are numbered. */
export function namesFor(paths: readonly string[]): string[] {
  const parts = paths.map((path) => folderOf(resolve(path)).split(sep))
  const shared = sharedStart(parts)
  const ends = parts.map((one) => one.slice(shared))
  const tail = sharedStart(ends.map((one) => one.toReversed()))
  return numbered(ends.map((one, i) => one.slice(0, one.length - tail).join('/') || basename(paths[i]!)))
}

/** A report.json has the name of its folder. */
const folderOf = (path: string): string =>
  basename(path) === 'report.json' ? dirname(path) : path.replace(/\.json$/, '')

function sharedStart(lists: readonly (readonly string[])[]): number {
  const most = Math.min(...lists.map((list) => list.length)) - 1
  let n = 0
  while (n < most && lists.every((list) => list[n] === lists[0]![n])) n++
  return n
}

/** Adds a number to each duplicate: `eu`, `eu (2)`. */
export function numbered(names: readonly string[]): string[] {
  const counts = new Map<string, number>()
  return names.map((name) => {
    const n = (counts.get(name) ?? 0) + 1
    counts.set(name, n)
    return n === 1 ? name : `${name} (${n})`
  })
}
