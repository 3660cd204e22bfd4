import fc from 'fast-check'
import type { Req } from '../../../src/core/exchange.ts'
import { whole } from '../../../src/core/key-format.ts'
import { joined, type SecretText } from '../../../src/core/secret-text.ts'
import type { Target } from '../../../src/core/target.ts'
import { users } from '../api.ts'

/** One name, or several at the same time. */
type Names = string | readonly string[]

/** Where the active key is put instead. */
export type Place =
  | { readonly query: Names }
  | { readonly cookie: Names }
  | { readonly header: Names }
  /** The scheme word of Authorization; empty for none. */
  | { readonly scheme: string }
  | { readonly basic: 'user' | 'password' }

const words = fc
  .uniqueArray(fc.constantFrom('x', 'api', 'key', 'token', 'auth', 'access', 'secret', 'tenant', 'user', 'session'), {
    minLength: 1,
    maxLength: 3,
  })
  .filter((list) => list.join('-') !== 'x-api-key')
const named = (separator: string): fc.Arbitrary<string> => words.map((list) => list.join(separator))

/** Names that libraries read a key from by default. */
export const COMMON = {
  query: [
    ...['api_key', 'access_token', 'X-Api-Key', 'key', 'token', 'apikey', 'apiKey', 'authorization', 'x-api-key'],
    ...['api-key', 'x_api_key', 'auth_token', 'api_token', 'auth', 'tenant_key'],
  ],
  cookie: [
    ...['api_key', 'session', 'X-Api-Key', 'token', 'access_token', 'apikey', 'x-api-key', 'auth_token', 'auth'],
    ...['api-key', 'apiKey', 'authorization', 'jwt'],
  ],
  header: [
    ...['X-Auth-Token', 'Api-Key', 'X-Api-Token', 'X-Authorization', 'ApiKey', 'X-Access-Token', 'X-Tenant-Key'],
    ...['Token', 'X-ApiKey', 'X-Auth-Key', 'X-Auth', 'X-Key', 'X-Token', 'Auth-Token', 'Access-Token', 'Tenant-Key'],
  ],
} as const

// Only there so that several names can be made fewer.
const several = fc.oneof(
  ...(['query', 'cookie', 'header'] as const).map((place) =>
    fc.record({
      [place]: fc.uniqueArray(fc.constantFrom<string>(...COMMON[place])).filter((names) => names.length > 0),
    }),
  ),
) as unknown as fc.Arbitrary<Place>

/** No underscore in the name of a header: some servers read X_Api_Key as X-Api-Key. */
export const anyPlace: fc.Arbitrary<Place> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ query: fc.oneof(named('_'), named('-'), named('')) }) },
  { weight: 5, arbitrary: fc.record({ cookie: fc.oneof(named('_'), named('-')) }) },
  { weight: 5, arbitrary: fc.record({ header: named('-') }) },
  { weight: 5, arbitrary: fc.record({ scheme: named('-') }) },
  { weight: 1, arbitrary: several },
)

/** The list by the active key, put there and nowhere else. */
export function misplaced(place: Place, target: Target): Req {
  const key = whole(target.keys.active)
  const note = `the active key ${nameOf(place)}`
  const by = (headers: [string, SecretText][]): Req =>
    users(target, {}, { class: 'misplaced', form: 'other', headers, note })
  if ('query' in place) return { ...by([]), query: list(place.query).map((name) => [name, key] as const) }
  if ('cookie' in place)
    return by([['Cookie', joined(...list(place.cookie).flatMap((name, i) => [`${i > 0 ? '; ' : ''}${name}=`, key]))]])
  if ('header' in place) return by(list(place.header).map((name) => [name, key]))
  if ('scheme' in place) return by([['Authorization', joined(place.scheme && `${place.scheme} `, key)]])
  const pair = place.basic === 'user' ? joined(key, ':') : joined('api:', key)
  return by([['Authorization', ['Basic ', { base64: pair }]]])
}

const list = (names: Names): readonly string[] => (typeof names === 'string' ? [names] : names)

const said = (what: string, names: Names): string =>
  `${what}${list(names).length > 1 ? 's' : ''} ${list(names).join(', ')}`

function nameOf(place: Place): string {
  if ('query' in place) return `in the query ${said('parameter', place.query)}`
  if ('cookie' in place) return `in the ${said('cookie', place.cookie)}`
  if ('header' in place) return `in the ${said('header', place.header)}`
  if ('scheme' in place)
    return `in Authorization with ${place.scheme ? `the scheme word ${place.scheme}` : 'no scheme word'}`
  return `as the ${place.basic} of Basic credentials`
}
