import type { Credential, Exchange } from '../../core/exchange.ts'
import { isArray, isObject } from '../../core/json-values.ts'
import { credentialText } from '../../core/request-text.ts'
import { OWN_CLIENT } from '../../http/client-profile.ts'

/** What a request or its response has that may separate failing responses from conforming ones, as texts. */
export const traitsOf = (x: Exchange): readonly string[] => [
  ...requestTraits(x),
  `client ${x.req.client ?? OWN_CLIENT}`,
  ...responseTraits(x),
]

/** What the request has, whichever client sends it. */
export function requestTraits({ req }: Pick<Exchange, 'req'>): readonly string[] {
  const query = (req.query ?? []).filter(([, value]) => typeof value === 'string')
  const names = query.map(([name]) => name)
  const { class: about, note } = req.credential
  return [
    `path ${req.path}`,
    ...(req.endpoint === null || req.endpoint === req.path ? [] : [`endpoint ${req.endpoint}`]),
    ...headerTrait(req.credential),
    ...query.map(([name, value]) => `${name}=${value}`),
    ...(names.length > 0 ? ['a query'] : []),
    ...names.map((name) => `a parameter ${name}`),
    ...[...req.credential.headers.slice(1), ...(req.headers ?? [])].map(([name]) => `header ${name}`),
    ...(names.length === 2 ? [`${names[0]} before ${names[1]} in the query`] : []),
    about === 'missing'
      ? 'a request without a key'
      : credentialText({ class: about, ...(about === 'misplaced' && note !== undefined && { note }) }),
  ]
}

/** Whichever text is sent as Bearer: it need not be a key. */
function headerTrait({ form, headers: [header, ...others] }: Credential): readonly string[] {
  const [name, value] = header ?? []
  const text = typeof value === 'string' ? value : value?.[0]
  const isBearer =
    others.length === 0 && /^authorization$/i.test(name ?? '') && typeof text === 'string' && /^bearer\b/i.test(text)
  if (isBearer) return ['key via bearer']
  return ['other', 'none'].includes(form) ? [] : [`key via ${form}`]
}

function responseTraits({ response }: Exchange): readonly string[] {
  const body = isObject(response?.json) ? Object.entries(response.json).filter(([name]) => /^\w{1,40}$/.test(name)) : []
  return [
    ...body.flatMap(([name, value]) => {
      if (typeof value === 'boolean' || value === null) return [`${name} ${value}`]
      if (isArray(value)) return [`${value.length > 0 ? 'some' : 'no'} ${name}`]
      return isObject(value) ? [`${name} an object`] : []
    }),
    ...(response ? [`status ${response.status}`] : []),
  ]
}

/** Where nothing conforms there is nothing to compare with; undefined if something does. */
export const allFail = (failing: readonly unknown[], conforming: readonly unknown[]): string | undefined =>
  conforming.length === 0 && failing.length >= LEAST
    ? `all ${failing.length} responses that the rule judged fail`
    : undefined

/** Fewer responses of a kind share something by chance. */
const LEAST = 4

/**
 * Name what all failing responses have and no conforming one, or the other way round; undefined if there is nothing of the kind.
 * `finding`: what is wrong with them, which is no pattern.
 */
export function findPattern(
  failing: readonly (readonly string[])[],
  conforming: readonly (readonly string[])[],
  finding = '',
): string | undefined {
  if (failing.length < LEAST || conforming.length < LEAST) return undefined
  const [failed, conformed] = [failing, conforming].map((all) =>
    all.map((traits) => traits.filter((trait) => !repeats(trait, finding))),
  ) as [string[][], string[][]]
  const only = common(failed, conformed)
  if (only !== '')
    return `all ${failing.length} failing responses, and none of ${conforming.length} conforming ones: ${only}`
  const limit = byLimit(failed, conformed)
  if (limit !== undefined) return limit
  const never = common(conformed, failed)
  return never === ''
    ? byValue(failed, conformed)
    : `all ${conforming.length} conforming responses, and none of ${failing.length} failing ones: ${never}`
}

/** Distinct values of a parameter that are enough for a pattern, and that are listed. */
const [LEAST_VALUES, MOST_VALUES, LONG_VALUE] = [3, 8, 20]

type Traits = readonly (readonly string[])[]

/** The parameters of all failing requests, each once, with the values of the failing requests and of the conforming ones. */
function valuesByParameter(failing: Traits, conforming: Traits) {
  const prefix = 'a parameter '
  const names = failing[0]!.flatMap((trait) => (trait.startsWith(prefix) ? [trait.slice(prefix.length)] : []))
  return names.flatMap((name) => {
    const valuesIn = (all: Traits): Traits =>
      all.map((traits) =>
        traits.flatMap((trait) => (trait.startsWith(`${name}=`) ? [trait.slice(name.length + 1)] : [])),
      )
    const failed = valuesIn(failing)
    return failed.some((values) => values.length !== 1) ? [] : [{ name, failed, others: valuesIn(conforming) }]
  })
}

/** A parameter whose numbers fail from one on, of several. */
function byLimit(failing: Traits, conforming: Traits): string | undefined {
  for (const { name, failed, others } of valuesByParameter(failing, conforming)) {
    const [wrong, right] = [failed, others].map((all) => [...new Set(all.flat())]) as [string[], string[]]
    if (
      wrong.length < LEAST_VALUES ||
      right.length === 0 ||
      ![...wrong, ...right].every((value) => /^\d{1,30}$/.test(value))
    )
      continue
    const least = wrong.map(BigInt).reduce((a, b) => (a < b ? a : b))
    const most = right.map(BigInt).reduce((a, b) => (a > b ? a : b))
    if (most < least) return `with ${name} ${most} or less it conforms, with ${least} or more it fails`
  }
  return undefined
}

/** A parameter of all failing requests whose values separate them from the conforming ones that have it. */
function byValue(failing: Traits, conforming: Traits): string | undefined {
  for (const { name, failed, others } of valuesByParameter(failing, conforming)) {
    const [wrong, right] = [failed, others].map((all) => [...new Set(all.flat())]) as [string[], string[]]
    const isShort = [...wrong, ...right].every((value) => value !== '' && value.length <= LONG_VALUE)
    if (!isShort || wrong.length < LEAST_VALUES || right.length < 2 || wrong.some((value) => right.includes(value)))
      continue
    // Values that occur once are always apart.
    if (failed.flat().length < 2 * wrong.length || others.flat().length < 2 * right.length) continue
    return `with ${name} ${listed(right)} it conforms, with ${listed(wrong)} it fails`
  }
  return undefined
}

function listed(values: readonly string[]): string {
  const sorted = values.toSorted((one, other) => Number(one) - Number(other) || (one < other ? -1 : 1))
  const more = sorted.length - MOST_VALUES
  return `${sorted.slice(0, MOST_VALUES).join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}

/** Traits that no body has which is empty or not JSON. */
const OF_BODY = / an object$|^(some|no) \w+$/

/** The status that is wrong; `data an object`, or `some data` of conforming responses, where data is no array. */
const repeats = (trait: string, finding: string): boolean => {
  if (OF_BODY.test(trait) && /not JSON|empty body/.test(finding)) return true
  if (trait.startsWith('status ')) return /^\d{3}\b/.test(finding)
  const [, field] = /^(?:some |no )?(\w+)(?: (?:an object|null))?$/.exec(trait) ?? []
  return field !== undefined && finding.includes(field)
}

/** The traits of all the ones that none of the others has; else two of them that none of the others has together. */
function common(ones: readonly (readonly string[])[], others: readonly (readonly string[])[]): string {
  const all = new Set(ones[0]!.filter((trait) => ones.every((traits) => traits.includes(trait))))
  const seen = new Set(others.flat())
  const shared = [...all].filter((trait) => !seen.has(trait))
  // The path says which endpoint.
  const isPath = shared.some((trait) => trait.startsWith('path '))
  if (shared.length > 0) return shared.filter((trait) => !isPath || !trait.startsWith('endpoint ')).join(', ')
  const pairs = [...all].flatMap((one, i) => [...all].slice(i + 1).map((other) => [one, other] as const))
  const pair = pairs.find((pair) => !others.some((traits) => pair.every((trait) => traits.includes(trait))))
  return pair?.join(' with ') ?? ''
}
