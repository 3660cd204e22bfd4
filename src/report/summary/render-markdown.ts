import { count } from '../../core/count.ts'
import { fitted } from '../markdown/fitted.ts'
import { COMMENT } from '../markdown/markdown.ts'
import { saidInCell, table } from '../markdown/table.ts'
import { countsInWords } from './counts.ts'
import { alikeIn, type Finding, findingsOf, groupsIn } from './findings.ts'
import { sharesInWords } from './shares.ts'
import type { Cell, Deployment, Group, Matrix, Row, Setting, Summary } from './summary.ts'

/** The same for a comment or a wiki. What does not fit is said to be missing. */
export function renderSummaryMarkdown({ made, matrices }: Summary): string {
  const verdicts = matrices.map(
    ({ variant, deployments }) => `### Variant ${variant.toUpperCase()}\n\n${verdictsOf(deployments)}`,
  )
  const head = ['## Conformance of a fleet', ...(made.length > 0 ? [settings(made)] : []), ...verdicts]
  return `${fitted(head.join('\n\n'), matrices.flatMap(section), '', COMMENT).trimEnd()}\n`
}

const settings = (made: readonly Setting[]): string =>
  `The runs were not made alike:\n\n${table(
    ['setting', 'value', 'runs'],
    made.flatMap(({ what, values }) => lines({ about: what, values })),
  )}`

const lines = ({ about, values }: Finding): string[][] =>
  sharesInWords(values).map(({ value, of }, i) => [
    i === 0 && about !== undefined ? saidInCell(about) : '',
    saidInCell(value),
    saidInCell(of),
  ])

/** Of a status there is nothing to name. */
const unnamed = (finding: Finding): string[][] => lines(finding).map((cells) => cells.slice(1))

const verdictsOf = (deployments: readonly Deployment[]): string =>
  table(
    ['deployment', 'verdict', '', 'base URL', 'started'],
    deployments.map(({ name, phrase, tone, stopped, counts, baseUrl, startedAt }) => [
      saidInCell(name),
      tone === 'good' ? phrase : `**${phrase}**`,
      stopped === undefined ? countsInWords(counts) : saidInCell(stopped),
      saidInCell(baseUrl),
      saidInCell(startedAt),
    ]),
  )

function section(matrix: Matrix): string[] {
  const { variant, rules } = matrix
  const alike = rules.filter(({ group }) => group === 'alike').length
  return [
    ...groupsIn(matrix).map(
      ({ group, rows }) =>
        `#### Variant ${variant.toUpperCase()}: ${group} (${rows.length})\n\n${BODIES[group](rows, matrix)}`,
    ),
    `Variant ${variant.toUpperCase()}: ${alike} of ${count(rules.length, 'rule')} alike.`,
  ]
}

type Body = (rows: readonly Row[], matrix: Matrix) => string

/** Who breaks what, then how. */
const broken: Body = (rows, matrix) => {
  const heads = ['rule', ...matrix.deployments.map(({ name }) => saidInCell(name))]
  const marks = rows.map(({ id, title, cells }) => [saidInCell(id, title), ...cells.map(mark)])
  const reasons = rows.flatMap((row) => findingsOf(row, matrix).flatMap(unnamed).map(beside(row)))
  return `${table(heads, marks)}\n\n<details><summary>how they are broken</summary>\n\n${table(['rule', 'seen', 'on'], reasons)}\n\n</details>`
}

const mark = (cell: Cell | null): string =>
  cell === null ? '' : cell.status === 'passed' ? 'passed' : `**${cell.status}**`

const observed: Body = (rows, matrix) =>
  table(
    ['behaviour', 'of', 'seen', 'on'],
    rows.flatMap((row) => findingsOf(row, matrix).flatMap(lines).map(beside(row, row.title))),
  )

/** The rule before the first of its lines. */
const beside =
  ({ id }: Row, ...more: string[]) =>
  (cells: readonly string[], i: number): string[] => [i === 0 ? saidInCell(id, ...more) : '', ...cells]

const untried: Body = (rows, matrix) =>
  table(
    ['rules', 'seen', 'on'],
    alikeIn(rows, matrix).flatMap(({ findings, rows: members }) =>
      findings
        .flatMap(unnamed)
        .map((cells, i) => [i === 0 ? saidInCell(...members.map(({ id }) => id)) : '', ...cells]),
    ),
  )

const BODIES: Readonly<Record<Group, Body>> = {
  'broken on some': broken,
  'broken on all': broken,
  'observed to differ': observed,
  'not tried on all': untried,
  alike: untried,
}
