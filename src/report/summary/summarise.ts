import { canonical } from '../../core/json.ts'
import { isBroken, OPEN, type Report, type RuleResult, type TargetResult } from '../../core/results.ts'
import type { Variant } from '../../core/rule.ts'
import { madeWith } from '../made.ts'
import { verdictText } from '../verdict-text.ts'
import { shares } from './shares.ts'
import {
  type Cell,
  type Deployment,
  GROUPS,
  type Group,
  type Matrix,
  type Row,
  type Setting,
  type Summary,
} from './summary.ts'

export interface Named {
  readonly name: string
  readonly report: Report
}

export function summarise(reports: readonly Named[]): Summary {
  const variants = [...new Set(reports.flatMap(({ report }) => report.targets.map(({ variant }) => variant)))].sort()
  return { schemaVersion: 1, made: settings(reports), matrices: variants.map((variant) => matrixOf(variant, reports)) }
}

function settings(reports: readonly Named[]): Setting[] {
  const told = reports.map(({ name, report }) => ({ name, made: madeWith(report) }))
  return Object.keys(told[0]?.made ?? {})
    .map((what) => ({ what, values: shares(told.map(({ name, made }) => [made[what]!, name])) }))
    .filter(({ values }) => values.length > 1)
}

function matrixOf(variant: Variant, reports: readonly Named[]): Matrix {
  const columns = reports.flatMap(({ name, report }) =>
    report.targets
      .filter((target) => target.variant === variant)
      .map((target) => ({ name, startedAt: report.run.startedAt, target })),
  )
  const targets = columns.map(({ target }) => target)
  const rules = rulesOf(targets).map((rule) => rowOf(rule, targets))
  const worst = ({ group }: Row) => GROUPS.indexOf(group)
  return {
    variant,
    deployments: columns.map(deploymentOf),
    rules: rules.sort((a, b) => worst(a) - worst(b) || (a.id < b.id ? -1 : 1)),
  }
}

function deploymentOf(column: { name: string; startedAt: string; target: TargetResult }): Deployment {
  const { name, startedAt, target } = column
  const { baseUrl, verdict, scope, stopped, counts, requests } = target
  const { phrase, tone } = verdictText(target)
  return {
    name,
    baseUrl,
    startedAt,
    verdict,
    scope,
    phrase,
    tone,
    ...(stopped !== undefined && { stopped }),
    counts,
    requests,
  }
}

/** Each rule once, as the last report that knows it tells of it. */
const rulesOf = (targets: readonly TargetResult[]): RuleResult[] => [
  ...new Map(targets.flatMap(({ rules }) => rules).map((rule) => [rule.id, rule])).values(),
]

function rowOf({ id, title, level, section }: RuleResult, targets: readonly TargetResult[]): Row {
  const cells = targets.map((target) => cellOf(target, id))
  return { id, title, level, section, group: groupOf(cells.filter((cell) => cell !== null)), cells }
}

/** Of a deployment that could not be tried at all it is said once. */
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
  const seen = cells.flatMap(({ observation }) => (observation === undefined ? [] : canonical(observation)))
  if (new Set(seen).size > 1) return 'observed to differ'
  const open = cells.filter(({ status }) => OPEN.includes(status))
  return open.length > 0 && open.length < cells.length ? 'not tried on all' : 'alike'
}
