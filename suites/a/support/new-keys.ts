/** The reference server makes its fixtures first, of both variants. */
const FIXTURES = 11

/** For faults of new keys alone, in a decision that is asked once for each key: whether this one is none of the fixtures. */
export function isNewKey(memory: Map<string, unknown>): boolean {
  const made = ((memory.get('keys made') as number | undefined) ?? 0) + 1
  memory.set('keys made', made)
  return made > FIXTURES
}
