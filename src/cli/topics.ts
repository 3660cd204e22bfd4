import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { COMMAND, root } from '../core/package.ts'
import { COLUMNS, wrapText } from '../core/wrap-text.ts'
import { type Row, table } from './help.ts'
import { stdoutStyle } from './output-format.ts'

/** The pages of `help TOPIC`, one Markdown file each; it begins with its title. */
export const DOCS = join(root, 'src/docs')

export const topicNames = (): string[] =>
  readdirSync(DOCS)
    .flatMap((file) => (file.endsWith('.md') ? [file.slice(0, -3)] : []))
    .sort()

export const topicTitles = (): Row[] => topicNames().map((name) => [name, read(name).split('\n', 1)[0]!.slice(2)])

export const topicText = (name: string): string =>
  `${plainText(read(name).replaceAll('npx tenant-api-conformance', COMMAND)).join('\n')}\n`

/** The text of a reference as it is. `name`: `variant-a`. Undefined for any other name. */
export const referenceText = (name: string): string | undefined =>
  REFERENCES.includes(name) ? readFileSync(join(root, 'fixtures/reference', `${name}.md`), 'utf8') : undefined

export const REFERENCES: readonly string[] = ['variant-a', 'variant-b']

const read = (name: string): string => readFileSync(join(DOCS, `${name}.md`), 'utf8')

const BLOCKS =
  /^```\w*[^\n]*\n(?<code>[\s\S]*?)\n```$|^#+ (?<heading>.*)$|^(?<table>\|.*(?:\n\|.*)*)|^(?<text>\S.*(?:\n(?!- |\||```).+)*)/gm

/** Lines for a terminal: headings at the left edge, text wrapText to its width, commands as they are. */
function plainText(markdown: string): string[] {
  const lines: string[] = []
  let isInList = false
  for (const { groups } of markdown.replace(/<!--.*?-->\n?|^!\[.*\n/gm, '').matchAll(BLOCKS)) {
    const { code, heading, table: rows, text = '' } = groups!
    const isItem = text.startsWith('- ')
    if (lines.length > 0 && !(isItem && isInList)) lines.push('')
    isInList = isItem
    if (code !== undefined) lines.push(...code.split('\n').map((line) => (line ? `    ${line}` : '')))
    else if (heading !== undefined) lines.push(stdoutStyle().strong(inline(heading)))
    else if (rows !== undefined) lines.push(...tableLines(rows))
    else lines.push(...wrapText(inline(text.replace(/^- /, '').replace(/\s*\n\s*/g, ' ')), isItem ? '  - ' : '  '))
  }
  return lines
}

/** Links to other pages become the command that shows them. */
const inline = (text: string): string =>
  text
    .replace(/\[([^\]]+)\]\((\w+)\.md\)/g, '$1 (`help $2`)')
    .replace(/\[([^\]]+)\]\(https?:([^)]+)\)/g, '$1 (https:$2)')
    .replace(/\[([^\]]+)\]\([^)]+\)/g, '$1')
    .replaceAll('**', '')

function tableLines(text: string): string[] {
  const [head = [], , ...rows] = text.split('\n').map(cellsOf)
  if (head.length === 2) return table(rows.map(([left = '', right = '']) => [left, right]))
  const widths = head.map((_, i) => Math.max(...[head, ...rows].map((row) => row[i]!.length)) + 2)
  if (widths.reduce((sum, width) => sum + width) <= COLUMNS)
    return [head, ...rows].map((row) => `  ${row.map((cell, i) => cell.padEnd(widths[i]!)).join('')}`.trimEnd())
  // Too wide: the cells of a row below each other.
  return rows.flatMap(([first = '', ...more]) => [
    ...wrapText(first, '  '),
    ...more.flatMap((cell, i) => (cell === '' ? [] : wrapText(cell, `      ${head[i + 1]}: `))),
  ])
}

const cellsOf = (line: string): string[] =>
  [...line.matchAll(/\| ?((?:\\\||[^|])*?) ?(?=\|)/g)].map(([, cell]) =>
    inline(cell!.replaceAll('\\|', '|')).replace(/^`([^`]*)`$/, '$1'),
  )
