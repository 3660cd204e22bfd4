import { ABSENT } from './column.ts'
import type { Contrast } from './contrast.ts'
import { aspectOf, carrierOf } from './features.ts'
import { ECHO } from './mask-echoes.ts'
import type { Split } from './splits.ts'

const CLASSES: Readonly<Record<string, string>> = {
  missing: 'no key',
  malformed: 'a malformed key',
  unknown: 'an unknown key_id',
  'wrong-secret': 'a wrong secret',
  revoked: 'the revoked key',
  expired: 'the expired key',
  disabled: 'the disabled key',
  'revoked with a wrong secret': 'the revoked key_id with a wrong secret',
  'expired with a wrong secret': 'the expired key_id with a wrong secret',
}
const LONGEST = 80

/** "`X-Auth-Reason` is present in 50 of 50 responses to the revoked key and in 0 of 250 others (adjusted p = 0.0003)". */
export function describeDifference(split: Split, contrast: Contrast, p: number): string {
  const { hits, of, otherHits, otherOf } = contrast
  const where = split.part === '' ? '' : ` ${split.part}`
  const counts = `in ${hits} of ${of} responses${where} to ${classes(contrast.labels)} and in ${otherHits} of ${otherOf} others`
  return `${statement(split, contrast)} ${counts} (adjusted p = ${roundedP(p)})`
}

export const classes = (labels: readonly string[]): string =>
  list([...new Set(labels.map((label) => CLASSES[label.replace(/ placebo.*/, '')] ?? `"${label}"`))])

/** The value of a feature as the beginning of a sentence. */
function statement({ feature, kind }: Split, { value, pair }: Contrast): string {
  const carrier = carrierName(carrierOf(feature), pair)
  const aspect = aspectOf(feature)
  if (kind === 'ranks')
    return `the ${aspect} of ${carrier} is ${value} than the middle of the block`.replace('in the middle than', 'in')
  if (value === ABSENT) return `${carrier} is missing`
  if (aspect === 'presence') return `${carrier} is present`
  if (aspect === 'echo') return `${carrier} echoes the sent key`
  if (aspect === 'likeness') return `${carrier} is ${value} of its block`
  if (aspect === 'movement') return `${carrier} ${value}`
  if (aspect === 'value') return `${carrier} is ${printed(value)}`
  return `the ${aspect.replace('common ', '')} of ${carrier} is ${printed(value)}`
}

/** Formats a carrier: a header in the letter case of the wire, a leaf by its path. */
function carrierName(carrier: string, pair: Contrast['pair']): string {
  if (carrier.startsWith('leaf ')) return `\`${carrier.slice(5)}\``
  if (!carrier.startsWith('header ')) return `the ${carrier}`
  const headers = pair.flatMap(({ exchange }) => exchange.response?.headers ?? [])
  const wire = headers.find(([name]) => name.toLowerCase() === carrier.slice(7))
  return `\`${wire?.[0] ?? carrier.slice(7)}\``
}

function printed(value: string): string {
  const text = JSON.stringify(value).replaceAll(ECHO, '{sent}')
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text
}

const list = (items: readonly string[]): string =>
  // Stryker disable next-line StringLiteral: there is nothing to join
  items.length < 2 ? items.join('') : `${items.slice(0, -1).join(', ')} and ${items.at(-1)}`

const roundedP = (p: number): string => String(Number(p.toPrecision(1)))
