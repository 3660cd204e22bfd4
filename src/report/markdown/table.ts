import { inert } from '../../core/inert.ts'
import { code, tableCell } from './escape.ts'

/** What a deployment had a hand in, as it may stand in a cell: each text on a line of its own. */
export const saidInCell = (...texts: readonly string[]): string =>
  texts.map((text) => tableCell(code(inert(text)))).join('<br>')

/** A table of cells that are safe. */
export function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  return [line(heads), line(heads.map(() => '---')), ...rows.map(line)].join('\n')
}
