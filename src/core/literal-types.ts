export type Variant = 'a' | 'b'
export type Depth = 'quick' | 'standard' | 'exhaustive'
/** `stated`: the reference says it. `implied`: it follows, see `derivation`. `observed`: the reference says "not shown". */
export type Level = 'stated' | 'implied' | 'observed'
/** An error fails the run; a warning fails it only with `--strict`. */
export type Severity = 'error' | 'warning'
