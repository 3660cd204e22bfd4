import fc from 'fast-check'
import { type Credential, type Exchange, isSuccess, type Req } from '../../src/core/exchange.ts'
import { PLAIN_CLIENT } from '../../src/core/key-format.ts'
import { type Cases, type Finding, type Tools, type Trial, violation } from '../../src/core/rule.ts'
import type { KeyCondition, Target } from '../../src/core/target.ts'
import { responseSummary } from '../../src/judge/response-summary.ts'
import { mutatedKey, suppliedKey } from './credential-failures.ts'
import { type Crossed, crossings, isCrossed, noteOf } from './credentials/crossed.ts'
import type { Mutation } from './credentials/mutation.ts'
import { inTurns } from './in-turns.ts'
import { anyWay, type Query, type VariantSurface } from './surface.ts'

/** A bad request, and the baseline request from which it differs by its credential. */
export interface Pair {
  readonly good: Exchange
  readonly bad: Exchange
}

/** The part of a rule that sends such pairs, to be spread into `trial({ ... })`. */
type Part<C> = Pick<Trial<C, Pair>, 'cases' | 'send' | 'judge'>

interface Options<D> {
  readonly count: Cases<unknown>['count']
  /** The most telling mutations, ahead of the others. */
  readonly telling?: readonly D[]
  /** The way to start with: rules with few cases start with different ones. */
  readonly startAt?: object
  /** The most pairs of a mutation and a way. */
  readonly pairs?: number
  /** Mutations that are tried in one way each. */
  readonly once?: (target: Target) => readonly D[]
  /** Whether key_ids are also tried with secrets of other supplied keys. */
  readonly crossed?: boolean
  /** Keys that are malformed as well: this rule judges that they are refused, and `auth.malformed-key` how. */
  readonly alsoMalformed?: (d: D) => boolean
}

/** Tries mutations of the active key in every documented way to send it. */
export function refusesMutated<Way extends object, D>(
  surface: VariantSurface<Way>,
  mutation: Mutation<D>,
  { count, telling = [], startAt, pairs, once = () => [], crossed = false, alsoMalformed }: Options<D>,
): Part<Way & { readonly key: D | Crossed }> {
  type Case = Way & { readonly key: D | Crossed }
  const known = new Set(telling.map((d) => JSON.stringify(d)))
  const all = [...telling, ...mutation.first.filter((d) => !known.has(JSON.stringify(d)))]
  const first = (target: Target): Case[] => {
    const ways = surface.ways(target)
    const everywhere = inTurns<D | Crossed, Way>(all, startingAt(startAt, ways)).slice(0, pairs)
    const rest = [...(crossed ? crossings(target) : []), ...once(target)]
    const somewhere = inTurns<D | Crossed, Way>(rest, ways).slice(0, rest.length)
    return [...everywhere, ...somewhere].map(([key, way]) => ({ ...way, key }))
  }
  const any = (target: Target) =>
    fc.record({ ...anyWay(surface.ways(target)), key: mutation.any }) as unknown as fc.Arbitrary<Case>
  return {
    cases: { first, any, count, inWords: (c) => `${noteOf(mutation, c.key)}, ${surface.wayInWords(c)}` },
    send(c, tools) {
      const { target } = tools
      const bad = mutatedKey(mutation, target, c.key, surface.header(c))
      return sendPair(tools, surface.request(target, c), surface.request(target, c, bad))
    },
    judge: (pair, { key }) =>
      !isCrossed(key) && alsoMalformed?.(key) && !isSuccess(pair.bad) ? undefined : notRefused(pair),
  }
}

function startingAt<Way extends object>(way: object | undefined, ways: readonly Way[]): Way[] {
  const at = Math.max(
    0,
    ways.findIndex((one) => JSON.stringify(one) === JSON.stringify(way)),
  )
  return [...ways.slice(at), ...ways.slice(0, at)]
}

/** A valid query, sent in one documented way. */
export interface ValidRequest {
  readonly query: Query
  /** A client that does not ask for JSON. */
  readonly client?: 'plain'
}

/** Sends valid queries with a bad credential. */
export function refusesCredential<Way extends object>(
  surface: VariantSurface<Way>,
  cases: Cases<Way & ValidRequest>,
  credential: (target: Target, way: Way) => Credential,
  how: How = 'sparingly',
): Part<Way & ValidRequest> {
  return {
    cases,
    send(c, tools) {
      const { target } = tools
      const bad = surface.request(target, c, credential(target, c), c.query)
      return sendPair(tools, surface.request(target, c), { ...bad, ...(c.client && { headers: PLAIN_CLIENT }) }, how)
    },
    judge: notRefused,
  }
}

/** Sends valid queries with a supplied key that is not active. */
export const refusesSupplied = <Way extends object>(
  surface: VariantSurface<Way>,
  cases: Cases<Way & ValidRequest>,
  condition: Exclude<KeyCondition, 'active'>,
  how?: How,
): Part<Way & ValidRequest> =>
  refusesCredential(surface, cases, (target, way) => suppliedKey(target, condition, surface.header(way)), how)

/** How the bad request is sent, see `Tools`. */
type How = 'get' | 'sparingly' | 'once'

export async function sendPair(tools: Tools, baseline: Req, bad: Req, how: How = 'sparingly'): Promise<Pair> {
  const [good, answer] = await Promise.all([tools.good(baseline), tools[how](bad)])
  return { good, bad: answer }
}

/** The status of a credential failure; its body is judged by `auth.401-body`. */
export function notRefused({ good, bad }: Pair): Finding | undefined {
  if (bad.response!.status === 401) return undefined
  // If the baseline request fails as well, another error does not speak of the credential; a success does.
  if (!isSuccess(good) && !isSuccess(bad)) return undefined
  return violation(
    `401 from GET ${bad.req.endpoint} ${credentialInWords(bad.req.credential)}`,
    responseSummary(bad),
    good,
    bad,
  )
}

function credentialInWords({ class: about, form, note = `the ${about} key` }: Credential): string {
  if (about === 'missing') return 'without a key'
  return `with ${note}${form === 'bearer' ? ' as Bearer' : ''}`
}
