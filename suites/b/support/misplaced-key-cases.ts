import fc from 'fast-check'
import type { Conclusion } from '../../../src/core/rule.ts'
import type { Target } from '../../../src/core/target.ts'
import { alternatePairs } from '../../shared/alternate-pairs.ts'
import { reachable } from '../api.ts'
import { anyHeaderPlace, anyPlace, nameOf, type Place } from './key-places.ts'
import type { Beside, Held, Instead, MisplacedKey, Together, Way } from './misplaced-keys.ts'

const WAYS: readonly Way[] = [
  { place: { header: 'Authorization', scheme: 'Bearer' }, holds: 'another key' },
  { place: { header: 'X-Auth-Token' }, apiKey: 'none' },
  { place: { query: 'api_key' }, apiKey: 'none' },
  { place: { header: 'Authorization', scheme: 'Bearer' }, apiKey: 'malformed' },
  { place: { cookie: 'api_key' }, apiKey: 'none' },
  { place: { header: 'X-Company-Id' }, holds: 'company id' },
  { place: { header: 'Authorization', scheme: 'Basic user' }, apiKey: 'none' },
  { place: { header: 'X_Api_Key' }, apiKey: 'none' },
  { place: { header: 'X_Api_Key' }, holds: 'another key' },
  { place: { header: 'Authorization', scheme: 'Bearer' }, apiKey: 'unknown' },
  { place: { header: 'Authorization' }, apiKey: 'none' },
  { place: { cookie: 'session' }, holds: { text: 'x' } },
  { place: { header: 'X-Tenant-Id' }, holds: 'company id' },
  { place: { header: 'Authorization', scheme: 'Basic password' }, holds: { text: 'x' } },
  { place: { header: 'X-Auth-Token' }, holds: 'another key' },
  { place: { query: 'access_token' }, apiKey: 'none' },
  { place: { header: 'Api-Key' }, apiKey: 'none' },
  { place: { header: 'X-Access-Token' }, apiKey: 'unknown' },
  { place: { header: 'Authorization', scheme: 'ApiKey' }, apiKey: 'none' },
  { place: { header: 'Authorization', scheme: 'Basic password' }, apiKey: 'none' },
  { place: { cookie: 'token' }, apiKey: 'none' },
]

/** Headers by which products with many tenants name one. */
const COMPANY_HEADERS = [
  'Company',
  'Tenant',
  'Org',
  'Organization',
  'Account',
  'Workspace',
  'Customer',
  'Client',
].flatMap((name) => [`X-${name}-Id`, `X-${name}`])

const none = (...places: readonly Place[]): Way[] => places.map((place) => ({ place, apiKey: 'none' }))

/** Covers many places with few requests. */
const MANY: readonly Together[] = [
  {
    endpoint: 'rows',
    together: none(
      { header: 'X-Auth-Token' },
      { header: 'Api-Key' },
      { header: 'X-Access-Token' },
      { header: 'ApiKey' },
      { header: 'X-ApiKey' },
      { header: 'X-Api-Token' },
      { header: 'Company-Key' },
      { header: 'Authorization', scheme: 'Basic user' },
      { cookie: 'api_key' },
      { cookie: 'session' },
      { cookie: 'x-api-key' },
      { cookie: 'apikey' },
      { query: 'api_key' },
      { query: 'access_token' },
      { query: 'apikey' },
      { query: 'x-api-key' },
      { query: 'X-Api-Key' },
      { query: 'api_token' },
    ),
  },
  {
    endpoint: 'projects',
    together: [
      { place: { header: 'Authorization', scheme: 'Bearer' }, holds: 'another key' },
      { place: { header: 'X-Auth-Token' }, holds: 'another key' },
      ...COMPANY_HEADERS.map((header): Way => ({ place: { header }, holds: 'company id' })),
      { place: { cookie: 'session' }, holds: { text: 'x' } },
    ],
  },
  {
    endpoint: 'company',
    together: none(
      { header: 'Authorization' },
      { header: 'X-Auth-Key' },
      { header: 'Token' },
      { header: 'X-Authorization' },
      { header: 'X-Auth' },
      { header: 'X-Key' },
      { header: 'X-Token' },
      { header: 'Auth-Token' },
      { header: 'Access-Token' },
      { header: 'Sec-WebSocket-Protocol' },
      { header: 'Private-Token' },
      { header: 'X-Session-Token' },
      { header: 'X-Goog-Api-Key' },
      { header: 'Ocp-Apim-Subscription-Key' },
      { cookie: 'token' },
      { cookie: 'access_token' },
      { cookie: 'auth_token' },
      { cookie: 'X-Api-Key' },
      { query: 'key' },
      { query: 'token' },
      { query: 'apiKey' },
      { query: 'api-key' },
      { query: 'x_api_key' },
      { query: 'auth_token' },
    ),
  },
]
/** For a server that falls back to another header if X-Api-Key is invalid. */
const FALLBACK: Way = { place: { header: 'Authorization', scheme: 'Bearer' }, apiKey: 'malformed' }

/** Of the pairs of a way and an endpoint: most ways at two endpoints. */
const MOST = 30

export const first = (target: Target): MisplacedKey[] => {
  const names = reachable(target)
  const each = alternatePairs(WAYS, names).slice(0, MOST)
  const many = MANY.filter(({ endpoint }) => names.includes(endpoint))
  return [
    ...many,
    { endpoint: names.at(-2) ?? 'projects', ...FALLBACK },
    ...each.map(([way, endpoint]) => ({ endpoint, ...way })),
  ]
}

/** Without another key that is the matter of `b.auth.bearer-refused`. */
const isBearer = (place: Place): boolean => 'header' in place && place.scheme === 'Bearer'

const anyHeld: fc.Arbitrary<Held> = fc.oneof(
  fc.constantFrom('another key' as const, 'key' as const, 'company id' as const),
  fc.record({ text: fc.stringMatching(/^[a-zA-Z0-9]{1,20}$/) }),
)

export const any = (target: Target): fc.Arbitrary<MisplacedKey> => {
  const endpoint = fc.constantFrom(...reachable(target))
  const apiKey = fc.constantFrom('none' as const, 'unknown' as const, 'malformed' as const)
  const many = MANY.filter((one) => reachable(target).includes(one.endpoint)).map((one) =>
    fc.record({ endpoint: fc.constant(one.endpoint), together: fc.subarray([...one.together], { minLength: 1 }) }),
  )
  return fc.oneof(
    ...many.map((arbitrary) => ({ weight: 1, arbitrary })),
    {
      weight: 9,
      arbitrary: fc
        .record({ endpoint, place: anyPlace, apiKey })
        .filter(({ place, apiKey }) => apiKey !== 'none' || !isBearer(place)),
    },
    { weight: 9, arbitrary: fc.record({ endpoint, place: anyHeaderPlace, holds: anyHeld }) },
  )
}

const BEARER: Place = { header: 'Authorization', scheme: 'Bearer' }
const BASIC: Place = { header: 'Authorization', scheme: 'Basic password' }

/** Of so few, each may be the one that matters. */
const FEW = 2

/** The same at the other endpoints, with other contents, and under another scheme. */
export function further(c: MisplacedKey, target: Target): MisplacedKey[] {
  if ('together' in c) {
    if (c.together.length > FEW) return []
    const single = c.together.flatMap((way) => further({ ...way, endpoint: c.endpoint }, target)) as (
      | Beside
      | Instead
    )[]
    return single.map(({ endpoint, ...way }) => ({ endpoint, together: [way] }))
  }
  const elsewhere = reachable(target).map((endpoint) => ({ ...c, endpoint }))
  if ('apiKey' in c)
    return [...elsewhere, ...(['none', 'unknown', 'malformed'] as const).map((apiKey) => ({ ...c, apiKey }))]
  const { place } = c
  const places = 'header' in place && place.header === 'Authorization' ? [BEARER, BASIC] : []
  const held: readonly Held[] = ['key', 'another key', { text: 'x' }]
  return [...elsewhere, ...held.map((holds) => ({ ...c, holds })), ...places.map((place) => ({ ...c, place }))]
}

/** Where a header breaks a valid request with anything in it, its presence decides. */
export function conclude(failing: readonly MisplacedKey[]): Conclusion | undefined {
  const beside = failing.flatMap((c) =>
    'holds' in c ? [c] : 'together' in c && c.together.length === 1 ? c.together : [],
  )
  const held = Map.groupBy(beside, ({ place }) => nameOf(place))
  const [name] = [...held].find(([, ways]) => HELD.every((kind) => ways.some((way) => kindHeld(way) === kind))) ?? []
  return name === undefined
    ? undefined
    : {
        pattern: `any content of ${name} breaks a valid request: the same key, another key, a text`,
        likelier: [`a request with ${name} is passed to another check, which does not read X-Api-Key`],
      }
}

const HELD = ['key', 'another key', 'text']
const kindHeld = (way: Way): string | undefined =>
  'holds' in way ? (typeof way.holds === 'object' ? 'text' : way.holds) : undefined

const MOST_NAMED = 3

/** `Authorization (Bearer) with another key beside the active key, at projects`. */
export function inWords(c: MisplacedKey): string {
  if ('together' in c) {
    const [only, ...others] = c.together
    if (only && others.length === 0) return inWords({ ...only, endpoint: c.endpoint })
    const names = c.together.slice(0, MOST_NAMED).map(({ place }) => nameOf(place))
    const more = c.together.length - names.length
    return `${[...names, ...(more > 0 ? [`${more} more`] : [])].join(', ')} together, at ${c.endpoint}`
  }
  const where = nameOf(c.place)
  if ('holds' in c) return `${where} with ${heldInWords(c.holds)} beside the active key, at ${c.endpoint}`
  return `the active key in ${where}, with ${API_KEY[c.apiKey]} X-Api-Key, at ${c.endpoint}`
}

const API_KEY = { none: 'no', unknown: 'an unknown', malformed: 'a malformed' }

const heldInWords = (held: Held): string => {
  if (typeof held === 'object') return `the text "${held.text}"`
  return held === 'key' ? 'the same key' : held === 'company id' ? "another company's id" : held
}
