export type Variant = 'a' | 'b'
export type Depth = 'quick' | 'standard' | 'exhaustive'
/** `stated`: the reference says it; `implied`: it follows, see `derivation`; `observed`: the reference says "not shown". */
export type Level = 'stated' | 'implied' | 'observed'
