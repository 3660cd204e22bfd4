export type Variant = 'a' | 'b'
export type Depth = 'quick' | 'standard' | 'exhaustive'
/** `stated`: the reference says it; `implied`: it follows, see `derivation`; `observed`: the reference says "not shown". */
export type Level = 'stated' | 'implied' | 'observed'
/** What a violation does to the run: an error fails it, a warning fails it only under `--strict`. */
export type Severity = 'error' | 'warning'
