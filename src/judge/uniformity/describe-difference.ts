import { headerValues } from '../../core/exchange.ts'
import { at } from '../../core/json-values.ts'
import { requestLine } from '../../core/request-text.ts'
import type { Difference } from '../../core/results.ts'
import { between, ofBodies, ofHeader, ofHeaderOrder, type Sides } from '../difference.ts'
import { ABSENT, type Answer, type Block, PADDING } from './blocks.ts'
import type { Contrast } from './contrast.ts'
import { type Carrier, carrierOf, featureOf, isOfWholeBody, madeFromBody, nameOf } from './derived-columns.ts'
import { ECHO } from './mask-echoes.ts'
import type { Split } from './splits.ts'

const LONGEST = 160

/** "`X-Auth-Reason` is present in 50 of 50 responses to the revoked key and in 0 of 250 others". */
export function describeDifference(split: Split, contrast: Contrast): string {
  const further = (contrast.further ?? []).map(
    ({ value, classes }) => `; ${statement(split, { ...contrast, value })} for ${list(classes)}`,
  )
  return `${statement(split, contrast)} ${counts(split, contrast)}${further.join('')}`
}

/** Of a header: which other bad keys lack it as well, such as those without a key_id: `, and in none to no key`. */
export function othersWithoutHeader({ feature }: Split, contrast: Contrast, blocks: readonly Block[]): string {
  const { carrier } = featureOf(feature)
  if (carrier.kind !== 'header') return ''
  const compared = [...contrast.classes, ...contrast.others, ...(contrast.apart ?? [])]
  const refused = blocks.flatMap(({ answers }) => answers).filter(({ exchange: x }) => x.response?.status === 401)
  const byWords = Map.groupBy(refused, ({ words }) => words)
  const lacking = [...byWords].flatMap(([words, some]) =>
    !compared.includes(words) && some.every((one) => headerValues(one.exchange.response!, carrier.name).length === 0)
      ? [words]
      : [],
  )
  if (lacking.length === 0) return ''
  return contrast.value === ABSENT ? `, and in all to ${list(lacking)}` : `, and in none to ${list(lacking)}`
}

/** "`X-Auth-Reason` is present for the revoked key". */
const describeState = (split: Split, contrast: Contrast): string =>
  `${statement(split, contrast)} for ${list(contrast.classes)}`

/** How sure the difference is, and what the counts leave out. `isOpen`: the reference does not say what should be there. */
export function describeSignificance(p: number, { isPartial, pair, places }: Contrast, isOpen: boolean): string {
  const isPadded = pair.some(({ exchange }) => exchange.req.headers?.some(([name]) => name === PADDING))
  return [
    `the difference came back on fresh requests, so it is not chance, by which about one run in ${Number((1 / p).toPrecision(1)).toLocaleString('en')} shows one`,
    ...(places
      ? [
          places.agreeing.length === 0 && !places.isOnly
            ? `it shows everywhere it was tried: ${list(places.differing)}`
            : `it shows ${places.isOnly ? 'only ' : ''}${list(places.differing)}${places.within ? ` (seen ${list(places.within)})` : ''}${places.agreeing.length > 0 ? `, and not ${list(places.agreeing)}` : ''}`,
        ]
      : []),
    ...(isOpen ? ['the reference leaves open what is there: it must only be the same for every bad credential'] : []),
    ...(isPartial && (!places || places.isOnly || places.agreeing.length > 0)
      ? ['requests that got the same response with every key, such as by another method, are not counted']
      : []),
    ...(isPadded ? [`${PADDING} only makes the requests equally long`] : []),
  ].join('; ')
}

/** The states besides the first, of one header, field or part of the response each, without what follows from another. */
export function furtherStates(all: readonly { readonly split: Split; readonly contrast: Contrast }[]): string[] {
  const kinds = new Set(all.map(({ split }) => featureOf(split.feature).carrier.kind))
  const isImplied = ({ feature }: Split) =>
    (feature === HEADER_ORDER && (kinds.has('header') || kinds.has('connection'))) ||
    (isOfWholeBody(featureOf(feature).carrier) && kinds.has('leaf'))
  const [first, ...others] = all
  const kept = [first!, ...others.filter(({ split }) => !isImplied(split))]
  const [, ...further] = Map.groupBy(kept, ({ split }) => carrierOf(split.feature)).values()
  return further.map(([{ split, contrast } = first!]) => describeState(split, contrast))
}

/** Differs where a header is missing as well. */
const HEADER_ORDER = nameOf('headers', 'order')

/** "GET /users distinguishes the revoked key from other bad credentials: `X-Auth-Reason` is present". */
export function leakHeadline(split: Split, contrast: Contrast): string {
  const classes = list(contrast.classes.map((words) => (words === 'no key' ? 'a request without a key' : words)))
  const { req, response } = contrast.pair.at(-1)!.exchange
  const status = String(response?.status)
  const place = `${requestLine(req)}${placeOf(split.part || contrast.where, req.method)}`
  if (featureOf(split.feature).carrier.kind !== 'status')
    return `${place} distinguishes ${classes} from other bad credentials: ${statement(split, contrast)}`
  return status.startsWith('2')
    ? `${place} accepts ${classes}, unlike other bad credentials: the status is ${status}`
    : `${place} distinguishes ${classes} from other bad credentials: the status is ${status}`
}

/** The part of the requests, such as ` by Bearer`, unless path and method say it. */
const placeOf = (part: string | undefined, method: string | undefined): string =>
  !part || part.startsWith('on /') || part === `by ${method}` ? '' : ` ${part}`

function counts({ part }: Split, { classes, others, hits, of, otherHits, otherOf, where, apart }: Contrast): string {
  const inPart = part === '' ? '' : ` ${part}`
  return `in ${hits} of ${of} responses to ${list(classes)}${inPart}, and in ${otherHits} of ${otherOf} ${others.length > 0 ? `to ${list(others)}` : 'others'}${where === undefined ? '' : ` ${where}`}${apart ? `, and in none to ${list(apart)}` : ''}`
}

/** The value of a feature as the beginning of a sentence. */
function statement({ feature, kind }: Split, { value, isNot, pair }: Contrast): string {
  const { aspect, ...of } = featureOf(feature)
  const carrier = carrierName(of.carrier, pair)
  if (kind === 'ranks')
    return `the ${aspect} of ${carrier} is ${value} than in most responses of its round`.replace(
      'in the middle than',
      'as',
    )
  if (aspect === 'echo') return `${carrier} ${value === ABSENT ? 'does not echo' : 'echoes'} the sent key`
  if (value === ABSENT) return `${carrier} is missing`
  if (aspect === 'presence') return `${carrier} is present`
  if (aspect === 'likeness') return `${carrier} is ${value} of its block`
  if (aspect === 'movement' || aspect === 'time') return `${carrier} ${value}`
  const is = isNot ? 'is not' : 'is'
  if (of.carrier.kind === 'status' || of.carrier.kind === 'connection') return `${carrier} ${is} ${value}`
  if (aspect === 'value') return `${carrier} ${is} ${printed(value)}`
  const named = /\d$/.test(aspect)
    ? aspect
    : `the ${aspect.replace('common ', '').replace(/^bytes$/, 'number of bytes')}`
  return `${named} of ${carrier} is ${aspect === 'length' || aspect === 'bytes' ? value : printed(value)}`
}

/** Formats a carrier: a header in the letter case of the wire, a leaf by its path. */
function carrierName({ kind, name }: Carrier, pair: Contrast['pair']): string {
  if (kind === 'leaf') return `\`${name}\``
  if (kind !== 'header') return `the ${kind}`
  const headers = pair.flatMap(({ exchange }) => exchange.response?.headers ?? [])
  const wire = headers.find(([other]) => other.toLowerCase() === name)
  return `\`${wire?.[0] ?? name}\``
}

function printed(value: string): string {
  const text = value.replaceAll(ECHO, '{sent}').replace('framing', 'content-length or transfer-encoding')
  const isEcho = value.includes(ECHO) ? ', where {sent} echoes the sent key' : ''
  return `${JSON.stringify(text.length > LONGEST ? cutAtWord(text) : text)}${isEcho}`
}

/** The words of a text that fit. */
function cutAtWord(text: string): string {
  const at = text.lastIndexOf(' ', LONGEST)
  return `${text.slice(0, at > 0 ? at : LONGEST)} …`
}

export const list = (items: readonly string[]): string =>
  // Stryker disable next-line StringLiteral: there is nothing to join
  items.length < 2 ? items.join('') : `${items.slice(0, -1).join(', ')} and ${items.at(-1)}`

/**
 * The difference between the two responses of a violation, in the carrier of the feature. Undefined if two responses cannot show
 * it, such as a counter that does not change.
 */
export function differenceShown(feature: string, pair: readonly Answer[]): Difference | undefined {
  const [one, other] = pair
  if (!one || !other || one.label === other.label) return undefined
  const sides = [`to ${one.words}`, `to ${other.words}`] as const
  return ofCarrier(featureOf(feature).carrier, one, other, sides)
}

function ofCarrier({ kind, name }: Carrier, one: Answer, other: Answer, sides: Sides): Difference | undefined {
  const [x, y] = [one.exchange, other.exchange]
  const [first, second] = [x.response, y.response]
  if (kind === 'status') return between(kind, sides, [String(first?.status), String(second?.status)])
  if (kind === 'reason phrase') return between(kind, sides, [String(first?.reason), String(second?.reason)])
  if (kind === 'headers') return ofHeaderOrder(x, y, sides)
  const ofBody = madeFromBody({ kind, name }) ? ofBodies(x, y, sides) : undefined
  if (ofBody) return ofBody
  if (kind === 'header' || kind === 'connection') return ofHeader(x, y, sides, name || kind)
  if (kind !== 'leaf') return ofBodies(x, y, sides)
  const [a, b] = [at(x.response?.json, name), at(y.response?.json, name)]
  return (typeof a === 'string' && typeof b === 'string' && between(name, sides, [a, b])) || ofBodies(x, y, sides)
}
