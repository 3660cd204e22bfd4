export const COLUMNS = 100

/** Lines of at most 100 columns, broken at blanks: the first begins with `start`, which may be painted, others under its end. */
export function wrapped(text: string, start: string, width = start.length): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`
    if (width + longer.length <= COLUMNS || line === '') line = longer
    else {
      lines.push(line)
      line = word
    }
  }
  return [...lines, line].map((one, i) => (i === 0 ? start : ' '.repeat(width)) + one)
}
