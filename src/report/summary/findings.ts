import type { Json } from '../../core/json.ts'
import { differingAspects } from '../diff/words.ts'
import { shares } from './shares.ts'
import { type Cell, GROUPS, type Group, type Matrix, type Row, type Share } from './summary.ts'

/** What deployments say about a rule, or about one thing that it looks at: values with the deployments that have them. */
export interface Finding {
  /** `per_page=101`. */
  readonly about?: string
  readonly values: readonly Share<string>[]
}

/** Groups of rules under one heading, but for those that are alike. */
export function groupsIn({ rules }: Matrix): { readonly group: Group; readonly rows: readonly Row[] }[] {
  return GROUPS.filter((group) => group !== 'alike')
    .map((group) => ({ group, rows: rules.filter((row) => row.group === group) }))
    .filter(({ rows }) => rows.length > 0)
}

export const findingsOf = (row: Row, { deployments }: Pick<Matrix, 'deployments'>): Finding[] =>
  row.group === 'observed to differ' ? seenBy(row, deployments) : [{ values: statuses(row.cells, deployments) }]

type Names = readonly { readonly name: string }[]

function seenBy({ cells }: Row, deployments: Names): Finding[] {
  const found = cells.flatMap((cell, i) =>
    cell?.observation === undefined ? [] : [[cell.observation, deployments[i]!.name] as const],
  )
  const aspects = differingAspects(found.map(([observation]): Json => observation)).map(({ name, said }) => ({
    name,
    values: shares(said.map((text, i) => [text, found[i]![1]] as const)),
  }))
  // What is said of several things alike is said once.
  return [...Map.groupBy(aspects, ({ values }) => JSON.stringify(values)).values()].map((same) => {
    const names = same.flatMap(({ name }) => name ?? [])
    return { ...(names.length > 0 && { about: names.join(', ') }), values: same[0]!.values }
  })
}

const statuses = (cells: Row['cells'], deployments: Names): Share<string>[] =>
  shares(cells.flatMap((cell, i) => (cell ? [[statusInWords(cell), deployments[i]!.name] as const] : [])))

const statusInWords = ({ status, why }: Cell): string => (why === undefined ? status : `${status}: ${why}`)

/** Rules of which the same is to be said, said once: what one control module would do is many rules. */
export function alikeIn(
  rows: readonly Row[],
  matrix: Matrix,
): { readonly findings: readonly Finding[]; readonly rows: readonly Row[] }[] {
  const groups = Map.groupBy(rows, (row) => JSON.stringify(findingsOf(row, matrix)))
  return [...groups.values()].map((members) => ({ findings: findingsOf(members[0]!, matrix), rows: members }))
}
