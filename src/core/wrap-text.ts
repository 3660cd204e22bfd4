import { stripVTControlCharacters } from 'node:util'

/** Columns of text: those of the terminal or of the variable COLUMNS, at most 100, which is also the width elsewhere. */
export const COLUMNS = Math.max(40, Math.min(100, process.stdout.columns || Number(process.env.COLUMNS) || 100))

/**
 * Wraps text at spaces. The first line begins with `start`, the others are indented to its end.
 * `width`: columns of `start`, where it contains escape sequences.
 */
export function wrapText(text: string, start: string, width = start.length, columns = COLUMNS): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`
    if (width + stripVTControlCharacters(longer).length <= columns || line === '') line = longer
    else {
      lines.push(line)
      line = word
    }
  }
  return [...lines, line].map((one, i) => (i === 0 ? start : ' '.repeat(width)) + one)
}
