import { median } from '../../core/median.ts'
import { OPEN, type Report, type RuleResult, type Status, type TargetResult } from '../../core/results.ts'
import type { Variant } from '../../core/rule.ts'
import { type VerdictText, verdictText } from '../verdict-text.ts'
import { type Matrix, summarise } from './summarise.ts'

/** Kept reports of one deployment in the order of time. Every rendering of a history starts from one. */
export interface History {
  readonly schemaVersion: 1
  readonly variants: readonly Trend[]
}

export interface Trend {
  readonly variant: Variant
  readonly runs: readonly Run[]
  /** The latest first. */
  readonly changes: readonly StatusChange[]
  /** Within a day before the last run: how many required rules at least one run decided. */
  readonly lastDay: { readonly runs: number; readonly decided: number; readonly required: number }
  /** The rules that changed, over the last runs. */
  readonly changed: Matrix
}

interface Run extends Pick<VerdictText, 'phrase' | 'tone'>, Pick<TargetResult, 'verdict' | 'requests'> {
  readonly startedAt: string
  readonly failed: number
  readonly warned: number
  readonly decided: number
  readonly rules: number
  /** Median of the rules' median response times, in milliseconds. */
  readonly ms?: number
}

/** A rule that was decided differently from the last time that it was decided. */
export interface StatusChange extends Pick<RuleResult, 'id' | 'title'> {
  readonly at: string
  readonly before: Status
  readonly after: Status
  readonly why?: string
}

const DAY_MS = 86_400_000
/** Columns of the table of rules. */
const SHOWN_RUNS = 40

export function historyOf(reports: readonly Report[]): History {
  const sorted = reports.toSorted((one, other) => Date.parse(one.run.startedAt) - Date.parse(other.run.startedAt))
  const variants = [...new Set(sorted.flatMap(({ targets }) => targets.map(({ variant }) => variant)))].sort()
  return { schemaVersion: 1, variants: variants.map((variant) => trendOf(variant, sorted)) }
}

interface At {
  readonly startedAt: string
  readonly target: TargetResult
}

function trendOf(variant: Variant, reports: readonly Report[]): Trend {
  const all = reports.flatMap(({ run: { startedAt }, targets }): At[] =>
    targets.filter((target) => target.variant === variant).map((target) => ({ startedAt, target })),
  )
  const changes = changesIn(all)
  const named = reports.slice(-SHOWN_RUNS).map((report) => ({ name: shortTime(report.run.startedAt), report }))
  const matrix = summarise(named).matrices.find((one) => one.variant === variant)
  const rules = matrix?.rules.filter(({ id }) => changes.some((change) => change.id === id)) ?? []
  return {
    variant,
    runs: all.map(runOf),
    changes: changes.toReversed(),
    lastDay: lastDayOf(all),
    changed: { variant, deployments: matrix?.deployments ?? [], rules },
  }
}

const shortTime = (iso: string): string => iso.slice(5, 16).replace('T', ' ')
const isDecided = ({ status }: RuleResult): boolean => !OPEN.includes(status)

function runOf({ startedAt, target }: At): Run {
  const { verdict, requests, rules, counts } = target
  const { phrase, tone } = verdictText(target)
  const times = rules.flatMap(({ latency }) => latency?.p50 ?? [])
  return {
    ...{ startedAt, verdict, phrase, tone, requests, failed: counts.failed ?? 0, warned: counts.warned ?? 0 },
    decided: rules.filter(isDecided).length,
    rules: rules.length,
    ...(times.length > 0 && { ms: median(times) }),
  }
}

/** Undecided results are passed over: a canary decides few rules. */
function changesIn(all: readonly At[]): StatusChange[] {
  const last = new Map<string, Status>()
  return all.flatMap(({ startedAt, target }) =>
    target.rules.filter(isDecided).flatMap(({ id, title, status, failure, reason }): StatusChange[] => {
      const before = last.get(id)
      last.set(id, status)
      if (before === undefined || before === status) return []
      const why = failure?.summary ?? reason
      return [{ at: startedAt, id, title, before, after: status, ...(why !== undefined && { why }) }]
    }),
  )
}

function lastDayOf(all: readonly At[]): Trend['lastDay'] {
  const since = Date.parse(all.at(-1)?.startedAt ?? '') - DAY_MS
  const recent = all.filter(({ startedAt }) => Date.parse(startedAt) > since)
  const required = recent.flatMap(({ target }) => target.rules.filter(({ severity }) => severity === 'error'))
  const ids = (rules: readonly RuleResult[]) => new Set(rules.map(({ id }) => id)).size
  return { runs: recent.length, decided: ids(required.filter(isDecided)), required: ids(required) }
}
