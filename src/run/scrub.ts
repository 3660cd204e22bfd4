import { createRedactor } from '../client/redact.ts'
import type { TargetSettings } from '../settings.ts'

/**
 * The last guard before anything is written: every text in a value loses what holds a part of a supplied secret. What was
 * recorded has passed the same guard already; this one also covers messages of errors.
 */
export function scrubber(targets: readonly TargetSettings[]): <Value>(value: Value) => Value {
  const keys = targets.flatMap((target) => Object.values(target.keys))
  const redactor = createRedactor(new Map(keys.map(({ env, value }) => [env, value])))
  return (value) => deep(value, (text) => redactor.redact(text)) as typeof value
}

function deep(value: unknown, redact: (text: string) => string): unknown {
  if (typeof value === 'string') return redact(value)
  if (Array.isArray(value)) return value.map((item) => deep(item, redact))
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(([name, item]) => [redact(name), deep(item, redact)])
  return Object.fromEntries(entries)
}
