import { createRedactor } from '../client/redact.ts'
import { deepText } from '../deep-text.ts'
import type { TargetSettings } from '../settings.ts'

/**
 * The last guard before anything is written: every text in a value loses what holds a part of a supplied secret. What was
 * recorded has passed the same guard already; this one also covers messages of errors.
 */
export function scrubber(targets: readonly TargetSettings[]): <Value>(value: Value) => Value {
  const keys = targets.flatMap((target) => Object.values(target.keys))
  const redactor = createRedactor(new Map(keys.map(({ env, value }) => [env, value])))
  return (value) => deepText(value, (text) => redactor.redact(text))
}

/** Keys that were created in the run are not known here; in messages of errors whatever looks like one goes. */
export const withoutKeys = (text: string): string => text.replace(/(_[0-9a-f]{16}_)[0-9a-f]{64}/gi, '$1****')

/** What a control module prints may be the secret of a created key alone: whatever is as long as one goes. */
export const withoutHex = (text: string): string => text.replace(/[0-9a-f]{64,}/gi, '****')
