import type { Control } from '../../core/control-module.ts'
import type { Variant } from '../../core/rule.ts'

/** A control module, ready to be used by sessions. */
export interface ControlSource {
  readonly module: Control
  /** Milliseconds for one call; 30 s where left out. */
  readonly limit?: number
  /** A person does it: there is no time limit, and what was created is revoked at the end in one go. */
  readonly byHand?: { revokeAll(keys: readonly string[], variant: Variant): Promise<void> }
}
