/** The first ids, and how many more: `a.users.total, a.users.partition and 3 more`. */
export function someIds(ids: readonly string[], most: number): string {
  const more = ids.length - most
  // One more id is no longer than saying so.
  return more > 1 ? `${ids.slice(0, most).join(', ')} and ${more} more` : ids.join(', ')
}
