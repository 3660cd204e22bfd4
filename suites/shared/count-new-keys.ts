/** The reference server creates its fixtures first, those of both variants. */
export const FIXTURES = 12

/** Counts the calls for one fault that decides once for each key. */
export function countNewKeys(memory: Map<string, unknown>, slot = 'keys made'): number {
  const made = Number(memory.get(slot) ?? 0) + 1
  memory.set(slot, made)
  return made
}

/** Whether the key that is being made is not a fixture, for faults of new keys only. */
export const isNewKey = (memory: Map<string, unknown>, slot?: string): boolean => countNewKeys(memory, slot) > FIXTURES
