import { inert } from '../core/inert.ts'
import { mapTexts } from '../core/map-texts.ts'

/**
 * A copy whose texts can neither steer a terminal nor hide or reverse text. Every renderer starts from one, since deployments choose
 * much of what a report quotes; escaping for its own format is all that is left to a renderer.
 */
export const renderable = <Value>(value: Value, { keepTabs = false } = {}): Value =>
  mapTexts(value, keepTabs ? inertButTabs : inert)

const inertButTabs = (text: string): string => text.split('\t').map(inert).join('\t')
