import { count } from '../../core/count.ts'
import { inert } from '../../core/inert.ts'
import { type Style, toneOf } from '../console/style.ts'
import { countsInWords } from './counts.ts'
import { alikeIn, type Finding, findingsOf, groupsIn } from './findings.ts'
import { sharesInWords } from './shares.ts'
import type { Deployment, Group, Matrix, Row, Summary } from './summary.ts'

/** What `summary` prints: what the runs were made with, what the deployments differ in, and last a line for each of them. */
export function renderSummary({ made, matrices }: Summary, style: Style): string {
  const settings = made.flatMap(({ what, values }) => findingLines({ about: what, values }, '  '))
  const lines = [
    ...(made.length > 0 ? ['the runs were not made alike:', ...settings.map(style.warn), ''] : []),
    ...matrices.flatMap((matrix) => section(matrix, style)),
    ...matrices.flatMap((matrix) => verdicts(matrix, style)),
  ]
  return `${lines.join('\n')}\n`
}

function section(matrix: Matrix, style: Style): string[] {
  const alike = matrix.rules.filter(({ group }) => group === 'alike').length
  return [
    style.strong(`variant ${matrix.variant.toUpperCase()}, ${count(matrix.deployments.length, 'deployment')}`),
    '',
    ...groupsIn(matrix).flatMap(({ group, rows }) => [
      `${painted(group, style)}:`,
      ...rowsIn(group, rows, matrix, style),
      '',
    ]),
    `${alike} of ${count(matrix.rules.length, 'rule')} alike`,
    '',
  ]
}

const painted = (group: Group, style: Style): string => (group.startsWith('broken') ? style.bad(group) : group)

function rowsIn(group: Group, rows: readonly Row[], matrix: Matrix, style: Style): string[] {
  if (group === 'not tried on all')
    return alikeIn(rows, matrix).flatMap(({ findings, rows: members }) => [
      ...findings.flatMap((finding) => findingLines(finding, '  ')),
      `    ${members.map(({ id }) => id).join(', ')}`,
    ])
  return rows.flatMap((row) => [
    `  ${style.strong(inert(row.id))}  ${inert(row.title)}`,
    ...findingsOf(row, matrix).flatMap((finding) => findingLines(finding, '    ')),
  ])
}

/** Values below each other, what they are about before the first. */
function findingLines({ about, values }: Finding, indent: string): string[] {
  const head = about === undefined ? '' : `${oneLine(about)}: `
  return sharesInWords(values).map(
    ({ value, of }, i) => `${indent}${i === 0 ? head : ' '.repeat(head.length)}${oneLine(value)} — ${oneLine(of)}`,
  )
}

const oneLine = (text: string): string => inert(text.replaceAll('\n', ' '))

function verdicts({ variant, deployments }: Matrix, style: Style): string[] {
  const width = Math.max(...deployments.map(({ name }) => oneLine(name).length))
  return deployments.map((deployment) => {
    const { name, baseUrl, startedAt, phrase, tone } = deployment
    return `${variant.toUpperCase()}  ${oneLine(name).padEnd(width)}  ${toneOf(style, tone)(phrase)} — ${inert(told(deployment))}; ${inert(baseUrl)}, ${inert(startedAt)}`
  })
}

const told = ({ stopped, counts }: Deployment): string => stopped ?? countsInWords(counts)
