import type { Status } from '../../core/results.ts'
import { ORDER } from '../html/status.ts'

/** `2 failed, 12 skipped, 140 passed`; what there is none of is left out. */
export const countsInWords = (counts: Readonly<Record<Status, number>>): string =>
  ORDER.flatMap((status) => (counts[status] > 0 ? [`${counts[status]} ${status}`] : [])).join(', ') || 'no rule'
