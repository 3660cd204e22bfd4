/** A comment on GitHub holds 65,536 characters. */
export const COMMENT = 65_000

/** Text as a code span: neither mention, link nor markup. */
export function code(text: string): string {
  const ticks = '`'.repeat(longestRun(text) + 1)
  const inner = text.replaceAll('\n', ' ')
  return /^`|`$/.test(inner) ? `${ticks} ${inner} ${ticks}` : `${ticks}${inner}${ticks}`
}

/** Text as a code block that it cannot end. */
export function fenced(text: string): string {
  const ticks = '`'.repeat(Math.max(3, longestRun(text) + 1))
  return `${ticks}text\n${text}\n${ticks}`
}

const longestRun = (text: string): number => Math.max(0, ...(text.match(/`+/g) ?? []).map((run) => run.length))

/** Text as the content of an HTML element. */
export const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

/** A collapsed block. Both parts are Markdown already. */
export const details = (summary: string, content: string): string =>
  `<details><summary>${summary}</summary>\n\n${content}\n\n</details>`

/** Texts as one cell of a table, each a code span on a line of its own. */
export const codeCell = (...texts: readonly string[]): string =>
  texts.map((text) => escapeBars(code(text))).join('<br>')

/** A bar ends a cell, even within a code span. */
const escapeBars = (markdown: string): string => markdown.replaceAll('|', '\\|')

/** A table of cells that are Markdown already. Columns from `numbers` on are right-aligned. */
export function table(heads: readonly string[], rows: readonly (readonly string[])[], numbers = heads.length): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  return [line(heads), line(heads.map((_, i) => (i < numbers ? '---' : '--:'))), ...rows.map(line)].join('\n')
}

/** Head, as many of the parts as fit into `most` characters, and foot. Says how many parts are left out. */
export function fitted(head: string, parts: readonly string[], foot: string, most: number): string {
  const first = (kept: number) => {
    const left = parts.length - kept
    const note = `**${left} of ${parts.length} entries did not fit here**: report.json holds them.`
    return [head, ...parts.slice(0, kept), ...(left > 0 ? [note] : []), foot].join('\n\n')
  }
  let kept = parts.length
  while (kept > 0 && first(kept).length > most) kept--
  return first(kept)
}
