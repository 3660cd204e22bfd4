/** Whether an id matches one of the patterns, in which `*` matches any characters. No patterns match every id. */
export function matchesPatterns(id: string, patterns: readonly string[]): boolean {
  return patterns.length === 0 || patterns.some((pattern) => toRegExp(pattern).test(id))
}

function toRegExp(pattern: string): RegExp {
  // RegExp.escape needs Node 24.
  const parts = pattern.split('*').map((part) => part.replace(/[\\^$.|?+()[\]{}]/g, '\\$&'))
  return new RegExp(`^${parts.join('.*')}$`)
}
