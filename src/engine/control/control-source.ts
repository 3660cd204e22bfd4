import type { Control } from '../../core/control-module.ts'
import type { Variant } from '../../core/rule.ts'

/** A loaded control module. */
export interface ControlSource {
  readonly module: Control
  /** Timeout of one call in milliseconds. Default: 30 s. */
  readonly limit?: number
  /** Set if a person acts as the module: no timeout, and all created keys are revoked together at the end. */
  readonly byHand?: { revokeAll(keys: readonly string[], variant: Variant): Promise<void> }
}
