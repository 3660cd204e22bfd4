import { classes } from '../uniformity/describe-difference.ts'
import type { Difference } from './compare-classes.ts'

/** Differences from this size, in microseconds, are visible over a network. */
const STRONG = 100

/** "an unknown key_id takes 400 µs [350, 450] longer than a wrong secret". */
export function difference({ labels: [slower, faster], part, estimate, lower, upper, uneven }: Difference): string {
  const where = part === '' ? '' : ` ${part}`
  const strong = estimate >= STRONG ? ', which is a strong signal' : ''
  const longer = uneven
    ? `${one(estimate)} longer on average, though not each time,`
    : `${interval(estimate, lower, upper)} longer`
  return `${classes([slower])} takes ${longer} than ${classes([faster])}${where}${strong}`
}

/** "No difference found; a shift of 150 µs would be detected from here with 80% probability." */
export function nothingFound(detectable: number): string {
  if (!Number.isFinite(detectable)) return 'No difference found; no shift would be detected from here.'
  return `No difference found; a shift of ${one(detectable)} would be detected from here with 80% probability.`
}

/** Formats all three in the unit of the estimate. */
function interval(estimate: number, lower: number, upper: number): string {
  const inMs = estimate >= 1000
  const [a, b] = [lower, upper].map((end) => (Number.isFinite(end) ? number(inMs ? end / 1000 : end) : 'unknown'))
  return `${one(estimate)} [${a}, ${b}]`
}

const one = (us: number): string => (us >= 1000 ? `${number(us / 1000)} ms` : `${number(us)} µs`)

/** Rounds to an integer, or to one decimal below 10. */
const number = (value: number): string => (Math.abs(value) >= 10 ? value.toFixed(0) : value.toFixed(1))
