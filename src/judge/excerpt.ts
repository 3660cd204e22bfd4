/** Characters shown before the first that differs, and in all. */
const BEFORE = 40
const MOST = 120

/** Two texts cut to the neighbourhood of the first character in which they differ, at the same place. */
export function excerpts([one, other]: readonly [string, string]): [string, string] {
  const start = Math.max(0, commonStart(one, other) - BEFORE)
  const shown: [string, string] = [cut(one, start), cut(other, start)]
  // A line break, and a backslash with an n after it, look alike.
  return shown[0] === shown[1] ? [JSON.stringify(one.slice(start)), JSON.stringify(other.slice(start))] : shown
}

/** How many characters two texts have in common at their beginning; never half a surrogate pair. */
export function commonStart(one: string, other: string): number {
  let i = 0
  while (i < one.length && i < other.length && one[i] === other[i]) i++
  return i > 0 && /[\ud800-\udbff]/.test(one[i - 1]!) ? i - 1 : i
}

function cut(text: string, start: number): string {
  const shown = text.slice(start, start + MOST)
  return `${start > 0 ? '…' : ''}${oneLine(shown)}${start + MOST < text.length ? '…' : ''}`
}

/** Line breaks and other controls as JSON writes them: a difference has one line a side. */
const oneLine = (text: string): string =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
  text.replace(/[\x00-\x1f]/g, (c) => JSON.stringify(c).slice(1, -1))
