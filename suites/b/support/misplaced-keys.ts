import type { Credential, Exchange } from '../../../src/core/exchange.ts'
import { isObject } from '../../../src/core/json-values.ts'
import { inApiKey, whole } from '../../../src/core/key-format.ts'
import type { Tools } from '../../../src/core/rule.ts'
import type { SecretText } from '../../../src/core/secret-text.ts'
import type { Target } from '../../../src/core/target.ts'
import { badCredential } from '../../shared/credential-failures.ts'
import { unknown } from '../../shared/credentials/unknown.ts'
import { call, type EndpointName } from '../api.ts'
import { nameOf, type Place, placedAll } from './key-places.ts'
import { fingerprintOf, judgeTurns } from './response-fingerprint.ts'

/** What the place holds: the active key, another company's key (or a made-up one) or id, or some text. */
export type Held = 'key' | 'another key' | 'company id' | { readonly text: string }

/** Beside the active key in X-Api-Key: the response stays the same. */
export interface Beside {
  readonly endpoint: EndpointName
  readonly place: Place
  readonly holds: Held
}

/** The active key there, and no key or an invalid one in X-Api-Key: gets 401. */
export interface Instead {
  readonly endpoint: EndpointName
  readonly place: Place
  readonly apiKey: 'none' | 'unknown' | 'malformed'
}

export type Way = Omit<Beside, 'endpoint'> | Omit<Instead, 'endpoint'>

/** Many of a kind in one request; each on its own if that shows a difference. */
export interface Together {
  readonly endpoint: EndpointName
  readonly together: readonly Way[]
}

export type MisplacedKey = Beside | Instead | Together

function textOf(held: Held, target: Target, companyId: string): SecretText {
  if (typeof held === 'object') return held.text
  if (held === 'company id') return companyId
  if (held === 'key') return whole(target.keys.active)
  const other = target.keys['other-company']
  return other ? whole(other) : unknown.build(target.keys.active, unknown.first(target.seed ?? 1)[0]!)
}

const ID = /^(company_?)?(id|uuid|slug)$/i
const SHORT_TEXT = /^[!-~]{1,100}$/
/** Where the other company names no id. */
const USUAL_ID = '2'

/** The id of the other company by its own key: the reference shows no fields, so an id is what has such a name. */
async function otherCompanyId({ once, target }: Tools): Promise<string> {
  const other = target.keys['other-company']
  if (!other) return USUAL_ID
  const { response } = await once(call(target, 'company', {}, { credential: inApiKey(whole(other), 'other-company') }))
  const members = isObject(response?.json) ? [response.json, ...Object.values(response.json).filter(isObject)] : []
  const ids = members.flatMap((member) => Object.entries(member).flatMap(([name, id]) => (ID.test(name) ? [id] : [])))
  return ids.map(String).find((id) => SHORT_TEXT.test(id)) ?? USUAL_ID
}

/** What was sent, in which ways; the last of two or more is the one that shows it. */
export interface Seen {
  readonly ways: readonly Way[]
  readonly turns: readonly Exchange[]
  /** Plain ones after them, where they differ. */
  readonly later?: readonly Exchange[]
}

/** What changes by itself is another one sooner or later. */
const LATER = 12

/** `isWrong`: what was seen shows that something else is read. */
export async function send(tools: Tools, c: MisplacedKey, isWrong: (seen: Seen) => boolean): Promise<Seen> {
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
  if (instead.length === 0) return { ways, ...(await sendBeside(tools, endpoint, others)) }
  return { ways, turns: await sendInstead(tools, endpoint, instead) }
}

/**
 * Plain and odd requests alternately: more than one of each only if something differs, to distinguish a change of the data
 * from an effect of the header.
 */
async function sendBeside(
  tools: Tools,
  endpoint: EndpointName,
  ways: readonly Omit<Beside, 'endpoint'>[],
): Promise<Omit<Seen, 'ways'>> {
  const plain = call(tools.target, endpoint)
  const companyId = ways.some(({ holds }) => holds === 'company id') ? await otherCompanyId(tools) : USUAL_ID
  const { headers } = placedAll(ways.map(({ place, holds }) => [place, textOf(holds, tools.target, companyId)]))
  const odd = { ...plain, credential: { ...plain.credential, headers: [...plain.credential.headers, ...headers] } }
  const pair = [await tools.good(plain), await tools.get(odd)]
  if (fingerprintOf(pair[0]!) === fingerprintOf(pair[1]!)) return { turns: pair }
  // The baseline may be as old as the run: changes since then are not a difference.
  const turns: Exchange[] = []
  for (const req of [plain, odd, plain, odd, plain]) turns.push(await tools.get(req))
  const later: Exchange[] = []
  if (judgeTurns(turns, '')?.kind === 'violation') for (let n = 0; n < LATER; n++) later.push(await tools.get(plain))
  return { turns, later }
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
  const bad = apiKey === 'none' ? [] : badCredential(target, { class: apiKey }).headers
  const note = `the active key in ${namesOf(ways)}, and ${apiKey === 'none' ? 'none' : `one that is ${apiKey}`} in X-Api-Key`
  const credential: Credential = { class: 'misplaced', form: 'other', headers: [...bad, ...headers], note }
  return Promise.all([tools.good(plain), tools.get({ ...plain, credential, query })])
}

export const namesOf = (ways: readonly Way[]): string => ways.map(({ place }) => nameOf(place)).join(', ')
