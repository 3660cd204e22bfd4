import { classes } from '../uniformity/words.ts'
import type { Difference } from './compare.ts'

/** From here on a difference can be seen from afar. Microseconds. */
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

/** "No difference found; from here 150 µs would have been seen with 80% probability." */
export function nothingFound(detectable: number): string {
  if (!Number.isFinite(detectable)) return 'No difference found; from here none would have been seen.'
  return `No difference found; from here ${one(detectable)} would have been seen with 80% probability.`
}

/** All three in the unit of the first. */
function interval(estimate: number, lower: number, upper: number): string {
  const inMs = estimate >= 1000
  const [a, b] = [lower, upper].map((end) => (Number.isFinite(end) ? number(inMs ? end / 1000 : end) : 'unknown'))
  return `${one(estimate)} [${a}, ${b}]`
}

const one = (us: number): string => (us >= 1000 ? `${number(us / 1000)} ms` : `${number(us)} µs`)

/** Two digits, or three before the point. */
const number = (value: number): string => (Math.abs(value) >= 10 ? value.toFixed(0) : value.toFixed(1))
