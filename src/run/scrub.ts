import { createRedactor } from '../client/redact.ts'
import { deepText } from '../deep-text.ts'
import type { Settings } from '../settings.ts'

/**
 * The last guard before anything is written: every text in a value loses what holds a part of a supplied secret. What was
 * recorded has passed the same guard already; this one also covers messages of errors.
 */
export function scrubber({ targets, held = [] }: Pick<Settings, 'targets' | 'held'>): <Value>(value: Value) => Value {
  const keys = targets.flatMap((target) => Object.values(target.keys))
  const redactor = createRedactor(new Map(), [...keys, ...held])
  return (value) => deepText(value, (text) => redactor.redact(text))
}
