/** Characters shown before the first difference, and in total. */
const BEFORE = 40
const MOST = 120

/** Truncates two texts at the same offsets, around their first difference. */
export function excerpts([one, other]: readonly [string, string]): [string, string] {
  const start = Math.max(0, commonStart(one, other) - BEFORE)
  const shown: [string, string] = [excerpt(one, start), excerpt(other, start)]
  // A line break and an escaped line break look alike.
  return shown[0] === shown[1] ? [JSON.stringify(one.slice(start)), JSON.stringify(other.slice(start))] : shown
}

/** Length of the common prefix; never splits a surrogate pair. */
export function commonStart(one: string, other: string): number {
  let i = 0
  while (i < one.length && i < other.length && one[i] === other[i]) i++
  return i > 0 && /[\ud800-\udbff]/.test(one[i - 1]!) ? i - 1 : i
}

function excerpt(text: string, start: number): string {
  const shown = text.slice(start, start + MOST)
  return `${start > 0 ? '…' : ''}${oneLine(shown)}${start + MOST < text.length ? '…' : ''}`
}

/** Escapes control characters as JSON does, so that each side of a difference is one line. */
const oneLine = (text: string): string =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the function escapes them
  text.replace(/[\x00-\x1f]/g, (c) => JSON.stringify(c).slice(1, -1))
