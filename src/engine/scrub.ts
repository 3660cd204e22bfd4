import type { Settings } from '../core/settings.ts'
import { createRedactor } from '../http/redact.ts'

/** Masks supplied keys in what a run hands on: the report, messages of errors, what a control module prints. */
export function scrubber({ targets, held = [] }: Pick<Settings, 'targets' | 'held'>): <Value>(value: Value) => Value {
  const keys = targets.flatMap((target) => Object.values(target.keys))
  return createRedactor(new Map(), [...keys, ...held]).redactValue
}
