export const COLUMNS = 100

/**
 * Wraps text at spaces to 100 columns. The first line begins with `start`, the others are indented to its end.
 * `width`: columns of `start`, where it contains escape sequences.
 */
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
