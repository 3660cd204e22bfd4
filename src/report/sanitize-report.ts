import { inert } from '../core/inert.ts'

/**
 * A copy whose texts can neither steer a terminal nor hide or reverse text. Every renderer starts from one, since deployments choose
 * much of what a report quotes; escaping for its own format is all that is left to a renderer.
 */
export const sanitizeReport = <Value>(value: Value, { keepTabs = false } = {}): Value =>
  mapTexts(value, keepTabs ? inertButTabs : inert) as Value

const inertButTabs = (text: string): string => text.split('\t').map(inert).join('\t')

/** Maps every string in a value, including property names. */
function mapTexts(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value)
  if (Array.isArray(value)) return value.map((item) => mapTexts(item, change))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [change(name), mapTexts(item, change)]))
}
