import fc from 'fast-check'
import type { Req } from '../../../src/client/exchange.ts'
import type { SecretText } from '../../../src/client/secret-text.ts'
import { joined } from '../../../src/client/secret-text.ts'
import { unauthorized } from '../../../src/judge/error-body.ts'
import { whole } from '../../../src/keys.ts'
import { trial } from '../../../src/rule.ts'
import type { Target } from '../../../src/target.ts'
import { users } from '../api.ts'

/** Where the active key is put instead. */
type Place =
  | { readonly query: string }
  | { readonly cookie: string }
  | { readonly header: string }
  /** The scheme word of Authorization; empty for none. */
  | { readonly scheme: string }
  | { readonly basic: 'user' | 'password' }

const FIRST: readonly Place[] = [
  { query: 'api_key' },
  { cookie: 'api_key' },
  { header: 'X-Auth-Token' },
  { basic: 'user' },
  { scheme: 'Token' },
  { scheme: '' },
  { query: 'X-Api-Key' },
  { basic: 'password' },
  { header: 'Api-Key' },
  { header: 'X-Api-Token' },
  { header: 'X-Authorization' },
  { header: 'ApiKey' },
  { header: 'X-Access-Token' },
  { header: 'X-Tenant-Key' },
  { header: 'Token' },
  { query: 'key' },
  { query: 'token' },
  { query: 'access_token' },
  { query: 'apikey' },
  { query: 'apiKey' },
  { query: 'authorization' },
  { cookie: 'X-Api-Key' },
  { cookie: 'session' },
  { cookie: 'token' },
  { cookie: 'access_token' },
  { scheme: 'ApiKey' },
  { scheme: 'Key' },
  { scheme: 'X-Api-Key' },
  { scheme: 'OAuth' },
]

const words = fc
  .uniqueArray(fc.constantFrom('x', 'api', 'key', 'token', 'auth', 'access', 'secret', 'tenant', 'user', 'session'), {
    minLength: 1,
    maxLength: 3,
  })
  .filter((list) => list.join('-') !== 'x-api-key')
const named = (separator: string): fc.Arbitrary<string> => words.map((list) => list.join(separator))

/** No underscore in the name of a header: some servers read X_Api_Key as X-Api-Key. */
const any: fc.Arbitrary<Place> = fc.oneof(
  fc.record({ query: fc.oneof(named('_'), named('-'), named('')) }),
  fc.record({ cookie: fc.oneof(named('_'), named('-')) }),
  fc.record({ header: named('-') }),
  fc.record({ scheme: named('-') }),
)

export default trial({
  level: 'implied',
  title: 'the key authenticates in the two documented headers and nowhere else',
  clauses: ['1.intro.credential', '1.only-credential', '5.2', '5.3'],
  derivation:
    'Two headers are named for the key. A key elsewhere leaves both missing, and a missing header is answered 401.',
  tried:
    'the active key in query parameters, cookies, other headers, Basic credentials and under other scheme words, with common and generated names',
  meaning: 'keys end up in places that are logged, cached or sent by browsers on their own, and they work there',
  causes: [
    'the authentication library reads a key from several places by default',
    'the scheme word of Authorization is not compared',
    'a key in the query was once allowed for links',
  ],
  needs: ['key'],
  after: ['a.auth.missing-key'],
  cases: { first: FIRST, any, count: [6, 40, 150] },
  async send(place: Place, tools) {
    await tools.good(users(tools.target))
    return tools.get(misplaced(place, tools.target))
  },
  judge: (x) => unauthorized(x),
  faults: {
    'in-the-query': {
      credentialSources: (call) => [...call.lawful.credentialSources(call), { in: 'query', name: 'api_key' }],
    },
    'access-token-in-the-query': {
      credentialSources: (call) => [...call.lawful.credentialSources(call), { in: 'query', name: 'access_token' }],
    },
    'in-a-cookie': {
      credentialSources: (call) => [...call.lawful.credentialSources(call), { in: 'cookie', name: 'api_key' }],
    },
    'in-a-session-cookie': {
      credentialSources: (call) => [...call.lawful.credentialSources(call), { in: 'cookie', name: 'session' }],
    },
    'in-another-header': {
      credentialSources: (call) => [...call.lawful.credentialSources(call), { in: 'header', name: 'x-auth-token' }],
    },
    'as-basic': { credentialSources: (call) => [...call.lawful.credentialSources(call), { in: 'basic' }] },
    'any-scheme': { bearerToken: (authorization) => /^\S+ +(.+)$/.exec(authorization)?.[1] },
    'no-scheme': { bearerToken: (authorization) => authorization.replace(/^bearer +/i, '') },
  },
})

function misplaced(place: Place, target: Target): Req {
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
