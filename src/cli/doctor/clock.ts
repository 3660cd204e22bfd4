import { type Exchange, headerValues } from '../../core/exchange.ts'
import type { Finding } from './finding.ts'

/** Rules on expiry and updated_since allow for a clock difference that Date headers reveal, up to this. */
const MOST_AHEAD_MS = 5000

/** How far the clock of the deployment is ahead of ours, as an interval in milliseconds. */
export interface Clock {
  readonly aheadMs: number
  readonly plusMinusMs: number
}

/** Estimates the clock of the deployment. A Date header names the second between request and response. */
export function clockOf(exchanges: readonly Exchange[]): Clock | undefined {
  const ranges = exchanges.flatMap((x) => rangeOf(x) ?? [])
  if (ranges.length === 0) return undefined
  const [low, high] = [Math.max(...ranges.map(({ from }) => from)), Math.min(...ranges.map(({ to }) => to))]
  // Clocks of several machines may contradict each other: the interval then spans their difference.
  return { aheadMs: Math.round((low + high) / 2), plusMinusMs: Math.round(Math.abs(high - low) / 2) }
}

function rangeOf({ sentAt, ms, response }: Exchange): { from: number; to: number } | undefined {
  // A cached response is older than its arrival.
  if (!response || headerValues(response, 'age').some((age) => age !== '0')) return undefined
  const date = Date.parse(headerValues(response, 'date').at(-1) ?? '')
  return Number.isNaN(date) ? undefined : { from: date - (sentAt + ms), to: date + 1000 - sentAt }
}

export function clockFinding(clock: Clock | undefined): Finding {
  if (!clock) {
    const text = 'responses have no Date header, so its clock cannot be compared with ours'
    const todo = 'make the server or its proxy send Date; rules on time are less precise without it'
    return { mark: 'doubtful', about: 'clock', text, todo }
  }
  const { aheadMs, plusMinusMs } = clock
  const range = ` (± ${seconds(plusMinusMs)})`
  const off = Math.abs(aheadMs) - plusMinusMs
  if (off <= 0) return { mark: 'good', about: 'clock', text: `agrees with ours${range}` }
  const text = `${seconds(Math.abs(aheadMs))} ${aheadMs > 0 ? 'ahead of' : 'behind'} ours${range}`
  if (off <= MOST_AHEAD_MS) return { mark: 'good', about: 'clock', text }
  const todo = 'set both clocks by NTP: rules on expiry and updated_since compare times'
  return { mark: 'doubtful', about: 'clock', text, todo }
}

const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`
