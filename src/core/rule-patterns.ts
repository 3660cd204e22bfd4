/** Whether an id matches one of the patterns, in which `*` stands for any characters; no patterns choose everything. */
export function chosen(id: string, patterns: readonly string[]): boolean {
  return patterns.length === 0 || patterns.some((pattern) => toRegExp(pattern).test(id))
}

function toRegExp(pattern: string): RegExp {
  // Node has RegExp.escape from 24 on.
  const parts = pattern.split('*').map((part) => part.replace(/[\\^$.|?+()[\]{}]/g, '\\$&'))
  return new RegExp(`^${parts.join('.*')}$`)
}
