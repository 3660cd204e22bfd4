import type { Status } from '../../core/results.ts'
import { differingAspects } from '../diff/observation-text.ts'
import { STATUS_ORDER } from '../reading-order.ts'
import { wordOf } from '../verdict-text.ts'
import { GROUPS, type Group, type Matrix, type Row, type Share, shares } from './summarise.ts'

/** Rows of one group in reading order, as every rendering shows them. */
export interface RowGroup {
  readonly group: Group
  readonly title: string
  readonly isViolated: boolean
  readonly rows: readonly Row[]
  /** Rows with the same findings, such as those that lack the same setting, share an entry where their titles say little. */
  readonly entries: readonly Entry[]
}

export interface Entry {
  readonly rows: readonly Row[]
  readonly findings: readonly Finding[]
}

/** The values of deployments for a rule, or for one aspect of its observation. */
export interface Finding {
  /** `per_page=101`. */
  readonly about?: string
  readonly values: readonly { readonly value: string; readonly on: string }[]
}

/** All groups of a matrix but the rules that do not differ. */
export function rowGroups(matrix: Matrix): RowGroup[] {
  return GROUPS.filter((group) => group !== 'alike').flatMap((group) => {
    const rows = matrix.rules.filter((row) => row.group === group)
    if (rows.length === 0) return []
    const single = rows.map((row) => ({ rows: [row], findings: findingsOf(row, matrix) }))
    const entries = group === 'not tried on all' ? merged(single) : single
    const isViolated = group === 'broken on some' || group === 'broken on all'
    return [{ group, title: TITLES[group], isViolated, rows, entries }]
  })
}

const TITLES: Readonly<Record<Group, string>> = {
  'broken on some': 'violated on some',
  'broken on all': 'violated on all',
  'observed to differ': 'observed to differ',
  'not tried on all': 'not tested on every deployment',
  alike: 'alike',
}

export const alikeRows = ({ rules }: Matrix): Row[] => rules.filter(({ group }) => group === 'alike')

const merged = (entries: readonly Entry[]): Entry[] =>
  [...Map.groupBy(entries, ({ findings }) => JSON.stringify(findings)).values()].map((same) => ({
    rows: same.flatMap(({ rows }) => rows),
    findings: same[0]!.findings,
  }))

type Names = Pick<Matrix, 'deployments'>

export function findingsOf({ id, group, cells }: Row, { deployments }: Names): Finding[] {
  const named = cells.flatMap((cell, i) => (cell ? [{ ...cell, name: deployments[i]!.name }] : []))
  if (group !== 'observed to differ')
    return [
      sharesFinding(
        shares(named.map(({ status, why, name }) => [why === undefined ? status : `${status}: ${why}`, name])),
      ),
    ]
  const observed = named.flatMap(({ observation, name }) => (observation === undefined ? [] : [{ observation, name }]))
  const aspects = differingAspects(
    id,
    observed.map(({ observation }) => observation),
  ).map(({ name, texts }) => ({
    name,
    values: shares(texts.map((text, i) => [text, observed[i]!.name])),
  }))
  return [...Map.groupBy(aspects, ({ values }) => JSON.stringify(values)).values()].map((same) =>
    sharesFinding(same[0]!.values, same.flatMap(({ name }) => name ?? []).join(', ') || undefined),
  )
}

const MOST_NAMED = 6

/** Lists each value with its names; a long list for the last value becomes `the other 14`. */
export function sharesFinding(values: readonly Share[], about?: string): Finding {
  const lines = values.map(({ value, of }, i) => {
    const isRest = i > 0 && i === values.length - 1 && of.length > MOST_NAMED
    return { value, on: isRest ? `the other ${of.length}` : of.join(', ') }
  })
  return { ...(about !== undefined && { about }), values: lines }
}

/** `2 failed, 12 not tested, 140 passed`. */
export const countsText = (counts: Readonly<Record<Status, number>>): string =>
  STATUS_ORDER.flatMap((status) => (counts[status] > 0 ? [`${counts[status]} ${wordOf(status)}`] : [])).join(', ') ||
  'no rule'
