import { trial, type Violation } from '../../../src/core/rule.ts'
import { notRefused, sendPair } from '../../shared/refused-keys.ts'
import { users } from '../api.ts'
import { anyPlace, COMMON, misplaced, type Place } from '../support/misplaced-keys.ts'

const FIRST: readonly Place[] = [
  { query: COMMON.query },
  { cookie: COMMON.cookie },
  { header: COMMON.header },
  { basic: 'user' },
  { scheme: 'Token' },
  { scheme: '' },
  { query: 'api_key' },
  { cookie: 'api_key' },
  { header: 'X-Auth-Token' },
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

const LIBRARY = 'the authentication library reads a key from several places by default'
const SCHEME = 'the scheme of Authorization is not compared'
const LINKS = 'a key in the query was once allowed for links'
const NO_SCHEME = 'the word Bearer is removed where it is there, and not required'

function meaningOf(place: Place): Partial<Pick<Violation, 'impact' | 'causes'>> {
  if (!('scheme' in place)) return { causes: 'query' in place ? [LIBRARY, LINKS] : [LIBRARY] }
  const impact = 'Clients come to rely on a form that the reference excludes, and that another server refuses.'
  return { impact, causes: [place.scheme === '' ? NO_SCHEME : SCHEME] }
}

export default trial({
  level: 'implied',
  title: 'The key authenticates in the two documented headers and nowhere else',
  clauses: ['1.intro.credential', '1.only-credential', '5.2', '5.3'],
  derivation:
    'The reference names two forms. A request with the key in another place, or under another scheme, uses neither: it carries no key, which gets 401.',
  tried:
    'The active key in query parameters, cookies, other headers, Basic credentials and under other schemes, with common and generated names.',
  meaning: 'Clients put keys where logs, caches or browsers leak them.',
  causes: [LIBRARY, SCHEME, LINKS],
  needs: ['key'],
  after: ['a.auth.missing-key'],
  cases: { first: FIRST, any: anyPlace, count: [4, 32, 150] },
  send: (place: Place, tools) => sendPair(tools, users(tools.target), misplaced(place, tools.target), 'get'),
  judge(pair, place) {
    const found = notRefused(pair)
    return found?.kind === 'violation' ? { ...found, ...meaningOf(place) } : found
  },
  faults: {
    'in-the-query': {
      credentialSources: (call) => [...call.conforming.credentialSources(call), { in: 'query', name: 'api_key' }],
    },
    'access-token-in-the-query': {
      credentialSources: (call) => [...call.conforming.credentialSources(call), { in: 'query', name: 'access_token' }],
    },
    'in-a-cookie': {
      credentialSources: (call) => [...call.conforming.credentialSources(call), { in: 'cookie', name: 'api_key' }],
    },
    'in-a-session-cookie': {
      credentialSources: (call) => [...call.conforming.credentialSources(call), { in: 'cookie', name: 'session' }],
    },
    'in-another-header': {
      credentialSources: (call) => [...call.conforming.credentialSources(call), { in: 'header', name: 'x-auth-token' }],
    },
    'as-basic': { credentialSources: (call) => [...call.conforming.credentialSources(call), { in: 'basic' }] },
    'any-scheme': { bearerToken: (authorization) => /^\S+ +(.+)$/.exec(authorization)?.[1] },
    'no-scheme': { bearerToken: (authorization) => authorization.replace(/^bearer +/i, '') },
  },
  quickMisses: {
    'any-scheme': 'quick depth sends the key in Authorization under Basic only',
    'no-scheme': 'quick depth sends the key in Authorization under Basic only',
  },
})
