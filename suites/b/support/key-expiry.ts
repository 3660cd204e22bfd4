import type { ControlStep } from '../../../src/core/control-tools.ts'

export const DAY = 86_400_000
const HOUR = DAY / 24
/** Clocks may be off by minutes. */
const SKEW = 15 * 60_000

/** The instants that an expiry can mean: one, or where a console shows the day only, all of that day in any zone. */
interface Span {
  readonly from: number
  readonly to: number
}

/** Whether an expiry is that of a lifetime which began with this step; the lifetime may end with its last day. */
export function isExpiryOf(expiresAt: string | null, days: number, { calledAt, returnedAt }: ControlStep): boolean {
  if (expiresAt === null) return false
  const { from, to } = spanOf(expiresAt)
  return to >= calledAt + (days - 1) * DAY - SKEW && from <= returnedAt + (days + 1) * DAY + SKEW
}

/** Zones go from 12 hours behind UTC to 14 hours ahead. */
function spanOf(expiresAt: string): Span {
  const at = Date.parse(expiresAt)
  return /^\d{4}-\d\d-\d\d$/.test(expiresAt) ? { from: at - 14 * HOUR, to: at + DAY + 12 * HOUR } : { from: at, to: at }
}

/** Whether a key clearly outlives another, both expiries being written in one way; null: it never expires. */
export const isLater = (one: string | null, other: string | null): boolean =>
  other !== null && (one === null || Date.parse(one) > Date.parse(other) + 12 * HOUR)

/** An expiry in words: the time, and the days from the step. */
export function inDays(expiresAt: string | null, { returnedAt }: ControlStep): string {
  if (expiresAt === null) return 'never'
  return `${Math.round(((Date.parse(expiresAt) - returnedAt) / DAY) * 10) / 10} days later (${expiresAt})`
}
