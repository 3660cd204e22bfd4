import type { Settings } from '../core/settings.ts'
import { createRedactor } from '../http/redact.ts'

/** Create a function that masks supplied keys in the report, error messages and the output of a control module. */
export function createReportRedactor({
  targets,
  held = [],
}: Pick<Settings, 'targets' | 'held'>): <Value>(value: Value) => Value {
  const keys = targets.flatMap((target) => Object.values(target.keys))
  return createRedactor(new Map(), [...keys, ...held]).redactValue
}
