/** The first lines, and one that says how many more there are; one more line is no longer than saying so. */
export function firstOf(lines: readonly string[], most: number, rest: (more: number) => string): readonly string[] {
  const more = lines.length - most
  return more > 1 ? [...lines.slice(0, most), rest(more)] : lines
}
