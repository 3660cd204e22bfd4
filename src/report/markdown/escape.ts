/** Text in a code span: neither a mention, nor a link, nor markup, whatever it holds. */
export function code(text: string): string {
  const ticks = '`'.repeat(longestRun(text) + 1)
  const inner = text.replaceAll('\n', ' ')
  return /^`|`$/.test(inner) ? `${ticks} ${inner} ${ticks}` : `${ticks}${inner}${ticks}`
}

/** A block of code that its own text cannot end. */
export function fenced(text: string): string {
  const ticks = '`'.repeat(Math.max(3, longestRun(text) + 1))
  return `${ticks}text\n${text}\n${ticks}`
}

export const html = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

/** A bar would end the cell, in a code span, too. */
export const tableCell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('\n', ' ')

const longestRun = (text: string): number => Math.max(0, ...(text.match(/`+/g) ?? []).map((run) => run.length))
