import type { Conclusion } from '../../src/core/rule.ts'

/** Which parts of a query fail alone, and which conform; shows a case of one that fails. `partOf`: the part of a case that has one. */
export function sentAlone<C>(
  failing: readonly C[],
  conforming: readonly C[],
  partOf: (c: C) => string | undefined,
): Conclusion | undefined {
  const partsIn = (some: readonly C[]) => [...new Set(some.flatMap((c) => partOf(c) ?? []))]
  const shown = failing.find((c) => partOf(c) !== undefined)
  if (!shown) return undefined
  const others = partsIn(conforming)
  const conform = others.length > 0 ? `; these conform: ${others.join(', ')}` : ''
  return { pattern: `sent alone, these fail: ${partsIn(failing).join(', ')}${conform}`, shown }
}
