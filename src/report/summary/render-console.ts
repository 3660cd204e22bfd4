import { count } from '../../core/count.ts'
import { type Style, toneOf } from '../console.ts'
import { oneLine } from '../failure-text.ts'
import { COMMENT, codeCell, details, fitted, table } from '../markdown.ts'
import { sanitizeReport } from '../sanitize-report.ts'
import {
  alikeRows,
  countsText,
  type Entry,
  type Finding,
  type RowGroup,
  rowGroups,
  sharesFinding,
} from './row-groups.ts'
import type { Cell, Deployment, Matrix, Summary } from './summarise.ts'

/** What `summary` prints: in which conditions the runs differ, in which rules the deployments differ, and last a line for each of them. */
export function renderSummary(summary: Summary, style: Style): string {
  const { made, matrices } = sanitizeReport(summary)
  const conditions = made.flatMap(({ what, values }) => findingLines(sharesFinding(values, what), '  '))
  const lines = [
    ...(made.length > 0 ? ['the runs differ in their conditions:', ...conditions.map(style.warn), ''] : []),
    ...matrices.flatMap((matrix) => matrixLines(matrix, style)),
    ...matrices.flatMap((matrix) => verdictLines(matrix, style)),
  ]
  return `${lines.join('\n')}\n`
}

function matrixLines(matrix: Matrix, style: Style): string[] {
  const { variant, deployments, rules } = matrix
  return [
    style.strong(`variant ${variant.toUpperCase()}, ${count(deployments.length, 'deployment')}`),
    '',
    ...rowGroups(matrix).flatMap(({ title, isViolated, entries }) => [
      `${isViolated ? style.bad(title) : title}:`,
      ...entries.flatMap((entry) => entryLines(entry, style)),
      '',
    ]),
    `${alikeRows(matrix).length} of ${count(rules.length, 'rule')} alike`,
    '',
  ]
}

function entryLines({ rows, findings }: Entry, style: Style): string[] {
  const [{ id, title }] = rows as [Entry['rows'][number]]
  const head = rows.length === 1 ? `${style.strong(id)}  ${title}` : rows.map(({ id }) => style.strong(id)).join(', ')
  return [`  ${head}`, ...findings.flatMap((finding) => findingLines(finding, '    '))]
}

function findingLines({ about, values }: Finding, indent: string): string[] {
  const head = about === undefined ? '' : `${oneLine(about)}: `
  return values.map(
    ({ value, on }, i) => `${indent}${i === 0 ? head : ' '.repeat(head.length)}${oneLine(value)} — ${oneLine(on)}`,
  )
}

function verdictLines({ variant, deployments }: Matrix, style: Style): string[] {
  const width = Math.max(...deployments.map(({ name }) => oneLine(name).length))
  return deployments.map(
    ({ name, phrase, tone, stopped, counts, baseUrl, startedAt }) =>
      `${variant.toUpperCase()}  ${oneLine(name).padEnd(width)}  ${toneOf(style, tone)(phrase)} — ${stopped ?? countsText(counts)}; ${baseUrl}, ${startedAt}`,
  )
}

/** The summary for a comment or a wiki. */
export function renderSummaryMarkdown(summary: Summary): string {
  const { made, matrices } = sanitizeReport(summary)
  const conditions = made.flatMap(({ what, values }) => findingRows(sharesFinding(values, what)))
  const head = [
    '## Conformance of a fleet',
    ...(made.length > 0
      ? [`The runs differ in their conditions:\n\n${table(['setting', 'value', 'runs'], conditions)}`]
      : []),
    ...matrices.map(
      ({ variant, deployments }) => `### Variant ${variant.toUpperCase()}\n\n${verdictTable(deployments)}`,
    ),
  ]
  return `${fitted(head.join('\n\n'), matrices.flatMap(sections), '', COMMENT).trimEnd()}\n`
}

const findingRows = ({ about, values }: Finding): string[][] =>
  values.map(({ value, on }, i) => [
    i === 0 && about !== undefined ? codeCell(about) : '',
    codeCell(value),
    codeCell(on),
  ])

const verdictTable = (deployments: readonly Deployment[]): string =>
  table(
    ['deployment', 'verdict', '', 'base URL', 'started'],
    deployments.map(({ name, phrase, tone, stopped, counts, baseUrl, startedAt }) => [
      codeCell(name),
      tone === 'good' ? phrase : `**${phrase}**`,
      stopped === undefined ? countsText(counts) : codeCell(stopped),
      codeCell(baseUrl),
      codeCell(startedAt),
    ]),
  )

function sections(matrix: Matrix): string[] {
  const variant = `Variant ${matrix.variant.toUpperCase()}`
  return [
    ...rowGroups(matrix).map(
      (group) => `#### ${variant}: ${group.title} (${group.rows.length})\n\n${groupTables(group, matrix)}`,
    ),
    `${variant}: ${alikeRows(matrix).length} of ${count(matrix.rules.length, 'rule')} alike.`,
  ]
}

/** Of violations, a matrix of the statuses comes before how they are violated. */
function groupTables({ group, isViolated, rows, entries }: RowGroup, { deployments }: Matrix): string {
  const isObserved = group === 'observed to differ'
  const heads = ['rule', ...(isObserved ? ['aspect'] : []), 'result', 'on']
  const findings = table(
    heads,
    entries.flatMap((entry) =>
      entry.findings.flatMap(findingRows).map((cells, i) => {
        return [i === 0 ? ruleCell(entry) : '', ...(isObserved ? cells : cells.slice(1))]
      }),
    ),
  )
  if (!isViolated) return findings
  const names = deployments.map(({ name }) => codeCell(name))
  const marks = rows.map((row) => [codeCell(row.id, row.title), ...row.cells.map(mark)])
  return `${table(['rule', ...names], marks)}\n\n${details('how they are violated', findings)}`
}

const ruleCell = ({ rows }: Entry): string =>
  rows.length === 1 ? codeCell(rows[0]!.id, rows[0]!.title) : codeCell(...rows.map(({ id }) => id))

const mark = (cell: Cell | null): string =>
  cell === null ? '' : cell.status === 'passed' ? 'passed' : `**${cell.status}**`
