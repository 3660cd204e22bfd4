import fc from 'fast-check'
import type { Req } from '../../src/client/exchange.ts'
import { joined, type SecretText } from '../../src/client/secret-text.ts'
import { whole } from '../../src/keys.ts'
import type { Target } from '../../src/target.ts'
import { users } from './api.ts'

/** Where the active key is put instead. */
export type Place =
  | { readonly query: string }
  | { readonly cookie: string }
  | { readonly header: string }
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

/** No underscore in the name of a header: some servers read X_Api_Key as X-Api-Key. */
export const anyPlace: fc.Arbitrary<Place> = fc.oneof(
  fc.record({ query: fc.oneof(named('_'), named('-'), named('')) }),
  fc.record({ cookie: fc.oneof(named('_'), named('-')) }),
  fc.record({ header: named('-') }),
  fc.record({ scheme: named('-') }),
)

/** The list by the active key, put there and nowhere else. */
export function misplaced(place: Place, target: Target): Req {
  const key = whole(target.keys.active)
  const note = `the active key ${nameOf(place)}`
  const by = (headers: [string, SecretText][]): Req =>
    users(target, {}, { class: 'misplaced', form: 'other', headers, note })
  if ('query' in place) return { ...by([]), query: [[place.query, key]] }
  if ('cookie' in place) return by([['Cookie', joined(`${place.cookie}=`, key)]])
  if ('header' in place) return by([[place.header, key]])
  if ('scheme' in place) return by([['Authorization', joined(place.scheme && `${place.scheme} `, key)]])
  const pair = place.basic === 'user' ? joined(key, ':') : joined('api:', key)
  return by([['Authorization', ['Basic ', { base64: pair }]]])
}

function nameOf(place: Place): string {
  if ('query' in place) return `in the query parameter ${place.query}`
  if ('cookie' in place) return `in the cookie ${place.cookie}`
  if ('header' in place) return `in the header ${place.header}`
  if ('scheme' in place)
    return `in Authorization with ${place.scheme ? `the scheme word ${place.scheme}` : 'no scheme word'}`
  return `as the ${place.basic} of Basic credentials`
}
