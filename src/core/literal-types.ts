export const VARIANTS = ['a', 'b'] as const
export type Variant = (typeof VARIANTS)[number]
/** Each includes what the ones before it test. */
export const DEPTHS = ['quick', 'standard', 'exhaustive'] as const
export type Depth = (typeof DEPTHS)[number]
/** `stated`: the reference says it. `implied`: it follows, see `derivation`. `observed`: the reference says "not shown". */
export type Level = 'stated' | 'implied' | 'observed'
/** An error fails the run; a warning fails it only with `--strict`. */
export type Severity = 'error' | 'warning'
