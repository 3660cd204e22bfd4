import type { Difference } from './compare-classes.ts'
import { NOTABLE } from './is-decided.ts'

/** Failure classes in words, by label. */
export const CLASSES: Readonly<Record<string, string>> = {
  missing: 'no key',
  malformed: 'a malformed key',
  unknown: 'an unknown key_id',
  'unknown placebo': 'an unknown key_id',
  'wrong-secret': 'a wrong secret',
  revoked: 'the revoked key',
  expired: 'the expired key',
  disabled: 'the disabled key',
  'revoked with a wrong secret': 'the revoked key_id with a wrong secret',
  'expired with a wrong secret': 'the expired key_id with a wrong secret',
}
const inWords = (label: string): string => CLASSES[label] ?? `"${label}"`

/** "an unknown key_id takes 400 µs (between 350 and 450 µs) longer than a wrong secret". */
export const difference = (found: Difference): string =>
  sentence(found, found.uneven ? average(found) : `${interval(found)} longer`)

/** The same without the interval. */
export const differenceInShort = (found: Difference): string =>
  sentence(found, found.uneven ? average(found) : `${one(found.estimate)} longer`)

function sentence({ labels: [slower, faster], part }: Difference, longer: string): string {
  return `${inWords(slower)} takes ${longer} than ${inWords(faster)}${part === '' ? '' : ` ${part}`}`
}

const average = ({ estimate }: Difference): string => `${one(estimate)} longer on average, though not each time,`

/** "No difference found; one of 150 µs or more would be seen from here in four runs of five." */
export const nothingFound = (detectable: number): string =>
  Number.isFinite(detectable)
    ? `No difference found; one of ${one(Math.max(NOTABLE, detectable))} or more would be seen from here in four runs of five.`
    : 'No difference found, but none would be seen from here.'

/** Formats all three in the unit of the estimate. */
function interval({ estimate, lower, upper }: Difference): string {
  const inMs = estimate >= 1000
  const [a, b] = [lower, upper].map((end) => (Number.isFinite(end) ? number(inMs ? end / 1000 : end) : 'unknown'))
  const unit = inMs ? 'ms' : 'µs'
  const range =
    b === 'unknown'
      ? `at least ${a} ${unit}`
      : a === 'unknown'
        ? `at most ${b} ${unit}`
        : `between ${a} and ${b} ${unit}`
  return `${one(estimate)} (${range})`
}

const one = (us: number): string => (us >= 1000 ? `${number(us / 1000)} ms` : `${number(us)} µs`)

/** Rounds to an integer, or to one decimal below 10. */
const number = (value: number): string => (Math.abs(value) >= 10 ? value.toFixed(0) : value.toFixed(1))
