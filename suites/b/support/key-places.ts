import fc from 'fast-check'
import type { Credential } from '../../../src/core/exchange.ts'
import { joined, type SecretText } from '../../../src/core/secret-text.ts'

/** Where a key does not belong: any header but X-Api-Key, the query, a cookie. */
export type Place =
  | { readonly header: string; readonly scheme?: Scheme }
  | { readonly query: string }
  | { readonly cookie: string }

/** How Authorization says what follows; Basic holds the key for a user name, or for a password. */
export type Scheme = 'Bearer' | 'ApiKey' | 'Token' | 'Basic user' | 'Basic password'

export interface Placed {
  readonly headers: Credential['headers']
  readonly query?: readonly (readonly [name: string, value: SecretText])[]
}

/** A text put at a place. */
export function placed(place: Place, text: SecretText): Placed {
  if ('query' in place) return { headers: [], query: [[place.query, text]] }
  if ('cookie' in place) return { headers: [['Cookie', joined(`${place.cookie}=`, text)]] }
  return { headers: [[place.header, withScheme(text, place.scheme)]] }
}

/** Several texts, each at its place: cookies go in one header. */
export function placedAll(all: readonly (readonly [place: Place, text: SecretText])[]): Placed {
  const cookies = all.flatMap(([place, text]) => ('cookie' in place ? [joined(`${place.cookie}=`, text)] : []))
  const others = all.filter(([place]) => !('cookie' in place)).map(([place, text]) => placed(place, text))
  const cookie = cookies.reduce<SecretText | undefined>(
    (one, other) => (one ? joined(one, '; ', other) : other),
    undefined,
  )
  return {
    headers: [...others.flatMap(({ headers }) => headers), ...(cookie ? [['Cookie', cookie] as const] : [])],
    query: others.flatMap(({ query = [] }) => query),
  }
}

/** The place in words. */
export function nameOf(place: Place): string {
  if ('query' in place) return `the query parameter ${place.query}`
  if ('cookie' in place) return `the cookie ${place.cookie}`
  return place.header + (place.scheme ? ` (${place.scheme})` : '')
}

function withScheme(text: SecretText, scheme: Scheme | undefined): SecretText {
  if (scheme === undefined) return text
  if (scheme === 'Basic user') return ['Basic ', { base64: joined(text, ':') }]
  if (scheme === 'Basic password') return ['Basic ', { base64: joined('api:', text) }]
  return joined(`${scheme} `, text)
}

const letters = fc.string({ unit: fc.constantFrom(...'abcdefghijklmnopqrstuvwxyz'), minLength: 2, maxLength: 8 })
const kind = fc.constantFrom('Token', 'Key', 'Auth', 'Secret', 'Credential')

/** Names that only a credential would have: headers that HTTP defines may change a response. */
const anyHeader = fc
  .record({ x: fc.constantFrom('X-', ''), word: letters, kind })
  .filter(({ x, word, kind }) => `${x}${word}-${kind}`.toLowerCase() !== 'x-api-key')
  .map(({ x, word, kind }) => ({ header: `${x}${word}-${kind}` }))

const scheme = fc.constantFrom<Scheme[]>('Bearer', 'ApiKey', 'Token', 'Basic user', 'Basic password')

export const anyHeaderPlace: fc.Arbitrary<Place> = fc.oneof(
  fc.record({ header: fc.constant('Authorization'), scheme }),
  anyHeader,
  fc.record({ cookie: fc.oneof(letters, fc.constantFrom('api_key', 'token', 'session')) }),
)

const anyQuery = fc.record({ query: fc.oneof(letters, fc.constantFrom('api_key', 'key', 'token', 'access_token')) })

export const anyPlace: fc.Arbitrary<Place> = fc.oneof(
  { weight: 3, arbitrary: anyHeaderPlace },
  { weight: 1, arbitrary: anyQuery.filter(({ query }) => query !== 'page' && query !== 'size') },
)
