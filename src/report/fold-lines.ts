import { stripVTControlCharacters } from 'node:util'
import { wrapText } from '../core/wrap-text.ts'

const CODES = '(?:\\u001b\\[\\d+m)*'
/** Indentation, a label and a bullet, as in `  causes  - `. */
const START = new RegExp(`^ *(?:${CODES}([A-Za-z]+)${CODES} {2,})?(?:- )?`)
/** Commands to paste, and texts whose columns are aligned. */
const VERBATIM = ['curl', 'again', 'replay', 'differs']

/** Wraps lines to the width of a terminal, each indented to the text after its label. */
export function foldLines(lines: readonly string[], columns: number): string[] {
  let label: string | undefined
  return lines.flatMap((line) => {
    const [start = '', ownLabel] = START.exec(line) ?? []
    const width = stripVTControlCharacters(start).length
    // A line that is indented further continues the label above it.
    if (ownLabel !== undefined || width <= 2) label = ownLabel
    if (VERBATIM.includes(label ?? '')) return [line]
    return wrapText(line.slice(start.length), start, width || 2, columns)
  })
}
