import fc from 'fast-check'
import type { Credential, Exchange } from '../../src/client/exchange.ts'
import type { SecretText } from '../../src/client/secret-text.ts'
import { unknown } from '../../src/credentials/unknown.ts'
import { whole } from '../../src/keys.ts'
import type { Tools } from '../../src/rule.ts'
import type { Target } from '../../src/target.ts'
import { call, type EndpointName, reachable } from './api.ts'
import { failures } from './classes.ts'
import { faceOf } from './face.ts'
import { anyHeaderPlace, anyPlace, nameOf, type Place, placedAll } from './places.ts'
import { inTurns } from './turns.ts'

/** What else stands at the place: the active key itself, another company's (or a made-up one), or some text. */
type Held = 'key' | 'another key' | { readonly text: string }

/** Beside the active key in X-Api-Key: nothing changes. */
export interface Beside {
  readonly endpoint: EndpointName
  readonly place: Place
  readonly holds: Held
}

/** The active key there, and none in X-Api-Key, or one that is no good: the 401. */
export interface Instead {
  readonly endpoint: EndpointName
  readonly place: Place
  readonly apiKey: 'none' | 'unknown' | 'malformed'
}

type Way = Omit<Beside, 'endpoint'> | Omit<Instead, 'endpoint'>

/** Many of a kind in one request; each on its own where that shows something. */
export interface Together {
  readonly endpoint: EndpointName
  readonly together: readonly Way[]
}

export type Elsewhere = Beside | Instead | Together

const WAYS: readonly Way[] = [
  { place: { header: 'Authorization', scheme: 'Bearer' }, holds: 'another key' },
  { place: { header: 'X-Auth-Token' }, apiKey: 'none' },
  { place: { query: 'api_key' }, apiKey: 'none' },
  { place: { header: 'Authorization', scheme: 'Bearer' }, apiKey: 'malformed' },
  { place: { cookie: 'api_key' }, apiKey: 'none' },
  { place: { header: 'X-Company-Id' }, holds: { text: '2' } },
  { place: { header: 'Authorization', scheme: 'Basic user' }, apiKey: 'none' },
  { place: { header: 'Authorization', scheme: 'Bearer' }, apiKey: 'unknown' },
  { place: { header: 'Authorization' }, apiKey: 'none' },
  { place: { cookie: 'session' }, holds: { text: 'x' } },
  { place: { header: 'X-Tenant-Id' }, holds: { text: '1' } },
  { place: { header: 'Authorization', scheme: 'Basic password' }, holds: { text: 'x' } },
  { place: { header: 'X-Auth-Token' }, holds: 'another key' },
  { place: { query: 'access_token' }, apiKey: 'none' },
  { place: { header: 'Api-Key' }, apiKey: 'none' },
  { place: { header: 'X-Access-Token' }, apiKey: 'unknown' },
  { place: { header: 'Authorization', scheme: 'ApiKey' }, apiKey: 'none' },
]

const none = (...places: readonly Place[]): Way[] => places.map((place) => ({ place, apiKey: 'none' }))

/** What few requests can tell of many places; a key within a key of another kind is no place of its own. */
const MANY: readonly Together[] = [
  {
    endpoint: 'rows',
    together: none(
      { header: 'X-Auth-Token' },
      { header: 'Api-Key' },
      { header: 'X-Access-Token' },
      { header: 'Authorization', scheme: 'Basic user' },
      { cookie: 'api_key' },
      { cookie: 'session' },
      { query: 'api_key' },
      { query: 'access_token' },
    ),
  },
  {
    endpoint: 'projects',
    together: [
      { place: { header: 'Authorization', scheme: 'Bearer' }, holds: 'another key' },
      { place: { header: 'X-Auth-Token' }, holds: 'another key' },
      { place: { header: 'X-Company-Id' }, holds: { text: '2' } },
      { place: { header: 'X-Tenant-Id' }, holds: { text: '2' } },
      { place: { cookie: 'session' }, holds: { text: 'x' } },
    ],
  },
  {
    endpoint: 'company',
    together: none(
      { header: 'Authorization' },
      { header: 'X-Auth-Key' },
      { header: 'Token' },
      { cookie: 'token' },
      { query: 'key' },
      { query: 'token' },
    ),
  },
]
/** As a server may take it that reads X-Api-Key first, and another header where that is no good. */
const FALLBACK: Way = { place: { header: 'Authorization', scheme: 'Bearer' }, apiKey: 'malformed' }

/** Of the pairs of a way and an endpoint: each way at three endpoints or more. */
const MOST = 65

export const first = (target: Target): Elsewhere[] => {
  const names = reachable(target)
  const each = inTurns(WAYS, names).slice(0, MOST)
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
  fc.constantFrom('another key' as const, 'key' as const),
  fc.record({ text: fc.stringMatching(/^[a-zA-Z0-9]{1,20}$/) }),
)

export const any = (target: Target): fc.Arbitrary<Elsewhere> => {
  const endpoint = fc.constantFrom(...reachable(target))
  const apiKey = fc.constantFrom('none' as const, 'unknown' as const, 'malformed' as const)
  return fc.oneof(
    fc
      .record({ endpoint, place: anyPlace, apiKey })
      .filter(({ place, apiKey }) => apiKey !== 'none' || !isBearer(place)),
    fc.record({ endpoint, place: anyHeaderPlace, holds: anyHeld }),
  )
}

function textOf(held: Held, target: Target): SecretText {
  if (typeof held === 'object') return held.text
  if (held === 'key') return whole(target.keys.active)
  const other = target.keys['other-company']
  return other ? whole(other) : unknown.build(target.keys.active, unknown.first[0]!)
}

/** What was sent, in which ways; the last of two or more is the one that shows it. */
export interface Seen {
  readonly ways: readonly Way[]
  readonly turns: readonly Exchange[]
}

/** `isWrong`: what was seen shows that something else is read. */
export async function send(tools: Tools, c: Elsewhere, isWrong: (seen: Seen) => boolean): Promise<Seen> {
  const ways: readonly Way[] = 'together' in c ? c.together : [c]
  const seen = await sendWays(tools, c.endpoint, ways)
  if (ways.length === 1 || !isWrong(seen)) return seen
  for (const way of ways) {
    const one = await sendWays(tools, c.endpoint, [way])
    if (isWrong(one)) return one
  }
  return seen
}

async function sendWays(tools: Tools, endpoint: EndpointName, ways: readonly Way[]): Promise<Seen> {
  const others = ways.flatMap((way) => ('holds' in way ? [way] : []))
  const instead = ways.flatMap((way) => ('apiKey' in way ? [way] : []))
  const turns = instead.length > 0 ? sendInstead(tools, endpoint, instead) : sendBeside(tools, endpoint, others)
  return { ways, turns: await turns }
}

/**
 * Plain and odd requests by turns: more than one of each only where something differs, so that a change of the data is told
 * from an effect of the header.
 */
async function sendBeside(
  tools: Tools,
  endpoint: EndpointName,
  ways: readonly Omit<Beside, 'endpoint'>[],
): Promise<readonly Exchange[]> {
  const plain = call(tools.target, endpoint)
  const { headers } = placedAll(ways.map(({ place, holds }) => [place, textOf(holds, tools.target)]))
  const odd = { ...plain, credential: { ...plain.credential, headers: [...plain.credential.headers, ...headers] } }
  const pair = [await tools.good(plain), await tools.get(odd)]
  if (faceOf(pair[0]!) === faceOf(pair[1]!)) return pair
  // The good one may be as old as the run: what was changed and changed back since is no difference.
  const turns: Exchange[] = []
  for (const req of [plain, odd, plain, odd, plain]) turns.push(await tools.get(req))
  return turns
}

async function sendInstead(
  tools: Tools,
  endpoint: EndpointName,
  ways: readonly Omit<Instead, 'endpoint'>[],
): Promise<readonly Exchange[]> {
  const { target } = tools
  const plain = call(target, endpoint)
  const [{ apiKey }] = ways as [Omit<Instead, 'endpoint'>]
  const { headers, query = [] } = placedAll(ways.map(({ place }) => [place, whole(target.keys.active)]))
  const bad = apiKey === 'none' ? [] : failures(target)[apiKey]!.headers
  const note = `the active key in ${namesOf(ways)}, and ${apiKey === 'none' ? 'none' : `one that is ${apiKey}`} in X-Api-Key`
  const credential: Credential = { class: 'misplaced', form: 'other', headers: [...bad, ...headers], note }
  return Promise.all([tools.good(plain), tools.get({ ...plain, credential, query })])
}

export const namesOf = (ways: readonly Way[]): string => ways.map(({ place }) => nameOf(place)).join(', ')
