import { type Exchange, headerValues } from '../core/exchange.ts'

/** By how many milliseconds the clock of the deployment is ahead of ours, as far as its Date headers show. */
export interface Offset {
  readonly low: number
  readonly high: number
}

const SECOND = 1000
/** A server may update its Date once a second, and machines of one deployment differ a little. */
const STALE = 1000
const APART = 100

/** The Date of a response, a whole second; undefined for a cached response, unless its age is 0. */
export function dateOf({ response }: Exchange): number | undefined {
  if (!response || headerValues(response, 'age').some((age) => age.trim() !== '0')) return undefined
  const date = Date.parse(headerValues(response, 'date').at(-1) ?? '')
  return Number.isNaN(date) ? undefined : date
}

/** Milliseconds by which clocks that are kept right may differ, times to the second included. */
export const CLOSE = 2000

/** Whether a clock shows the time that ours shows. */
export const isOurs = ({ low, high }: Offset): boolean => low < CLOSE && high > -CLOSE

/**
 * Whether the Dates contradict one another: no clock that advances as ours does has written them. Old servers repeat the Date of
 * the connection's first response.
 */
export function isContradictory(xs: readonly Exchange[]): boolean {
  const known = xs.map(offsetBy).filter((one) => one !== undefined)
  return Math.max(...known.map(({ low }) => low)) > Math.min(...known.map(({ high }) => high))
}

/** The offset on which several responses agree, or the range of all if they disagree. Undefined without a Date. */
export function offsetOf(...exchanges: readonly Exchange[]): Offset | undefined {
  const offsets = exchanges.map(offsetBy).filter((one) => one !== undefined)
  if (offsets.length === 0) return undefined
  const [lows, highs] = [offsets.map(({ low }) => low), offsets.map(({ high }) => high)]
  const both = { low: Math.max(...lows), high: Math.min(...highs) }
  return both.low <= both.high ? both : { low: Math.min(...lows), high: Math.max(...highs) }
}

/** The response was dated between its request and its end, within the second of its Date. */
function offsetBy(x: Exchange): Offset | undefined {
  const date = dateOf(x)
  if (date === undefined) return undefined
  return { low: date - APART - (x.sentAt + x.ms), high: date + SECOND + STALE + APART - x.sentAt }
}

/**
 * By how many milliseconds the clock of the deployment is behind ours at most, as far as its Date headers show; 0 if it is
 * ahead for sure. Undefined without a Date header, and where Dates contradict one another.
 */
export function mostBehind(xs: readonly Exchange[]): number | undefined {
  const leads = xs.flatMap((x) => {
    const date = dateOf(x)
    return date === undefined ? [] : [date - (x.sentAt + x.ms)]
  })
  return leads.length === 0 || isContradictory(xs) ? undefined : Math.max(0, -Math.max(...leads))
}
