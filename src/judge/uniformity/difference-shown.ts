import { at } from '../../core/json-values.ts'
import type { Difference } from '../../core/results.ts'
import { between, ofBodies, ofHeader, ofHeaderOrder, type Sides } from '../difference.ts'
import type { Answer } from './blocks.ts'
import { classes } from './describe-difference.ts'
import { carrierOf } from './features.ts'

/**
 * The difference between the two responses of a violation, in the carrier of the feature. Undefined if two responses cannot show
 * it, such as a counter that does not change.
 */
export function differenceShown(feature: string, pair: readonly Answer[]): Difference | undefined {
  const [one, other] = pair
  if (!one || !other || one.label === other.label) return undefined
  const sides = [`to ${classes([one.label])}`, `to ${classes([other.label])}`] as const
  return ofCarrier(carrierOf(feature), one, other, sides)
}

function ofCarrier(carrier: string, one: Answer, other: Answer, sides: Sides): Difference | undefined {
  const [x, y] = [one.exchange, other.exchange]
  const values = (read: (answer: Answer) => unknown) => [String(read(one)), String(read(other))] as const
  if (carrier === 'status')
    return between(
      'status',
      sides,
      values(({ exchange }) => exchange.response?.status),
    )
  if (carrier === 'reason phrase')
    return between(
      carrier,
      sides,
      values(({ exchange }) => exchange.response?.reason),
    )
  if (carrier === 'headers') return ofHeaderOrder(x, y, sides)
  if (carrier.startsWith('header ')) return ofHeader(x, y, sides, carrier.slice('header '.length))
  if (!carrier.startsWith('leaf ')) return ofBodies(x, y, sides)
  const path = carrier.slice('leaf '.length)
  const [a, b] = [at(x.response?.json, path), at(y.response?.json, path)]
  return (typeof a === 'string' && typeof b === 'string' && between(path, sides, [a, b])) || ofBodies(x, y, sides)
}
