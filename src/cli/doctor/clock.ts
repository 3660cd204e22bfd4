import { type Exchange, headerValues } from '../../core/exchange.ts'

/** Milliseconds by which the clock of the deployment is ahead of ours, in the middle of what its answers allow. */
export interface Clock {
  readonly aheadMs: number
  readonly plusMinusMs: number
}

/** A Date header names the whole second in which an answer was made, between its request and its end. */
export function clockOf(exchanges: readonly Exchange[]): Clock | undefined {
  const told = exchanges.map(range).filter((one) => one !== undefined)
  if (told.length === 0) return undefined
  const [low, high] = [Math.max(...told.map(([from]) => from)), Math.min(...told.map(([, to]) => to))]
  // Clocks that do not agree with one another, of several machines: as wide as they are apart.
  return { aheadMs: Math.round((low + high) / 2), plusMinusMs: Math.round(Math.abs(high - low) / 2) }
}

function range({ sentAt, ms, response }: Exchange): readonly [from: number, to: number] | undefined {
  // An answer out of a cache is older than its arrival.
  if (!response || headerValues(response, 'age').some((age) => age !== '0')) return undefined
  const date = Date.parse(headerValues(response, 'date').at(-1) ?? '')
  return Number.isNaN(date) ? undefined : [date - (sentAt + ms), date + 1000 - sentAt]
}
