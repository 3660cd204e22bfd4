import { count } from '../../core/count.ts'
import { type Style, toneOf } from '../console/style.ts'
import { renderable } from '../renderable.ts'
import { alikeRows, countsText, type Entry, type Finding, rowGroups, sharesFinding } from './row-groups.ts'
import type { Matrix, Summary } from './summarise.ts'

/** What `summary` prints: in which conditions the runs differ, in which rules the deployments differ, and last a line for each of them. */
export function renderSummary(summary: Summary, style: Style): string {
  const { made, matrices } = renderable(summary)
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

const oneLine = (text: string): string => text.replaceAll('\n', ' ')

function verdictLines({ variant, deployments }: Matrix, style: Style): string[] {
  const width = Math.max(...deployments.map(({ name }) => oneLine(name).length))
  return deployments.map(
    ({ name, phrase, tone, stopped, counts, baseUrl, startedAt }) =>
      `${variant.toUpperCase()}  ${oneLine(name).padEnd(width)}  ${toneOf(style, tone)(phrase)} — ${stopped ?? countsText(counts)}; ${baseUrl}, ${startedAt}`,
  )
}
