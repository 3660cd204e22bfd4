import fc from 'fast-check'
import { type Credential, type Exchange, isSuccess, type Req } from '../../../src/core/exchange.ts'
import { PLAIN_CLIENT } from '../../../src/core/key-format.ts'
import { type Cases, type Finding, type Tools, type Trial, violation } from '../../../src/core/rule.ts'
import type { Target } from '../../../src/core/target.ts'
import { inShort } from '../../../src/judge/answer.ts'
import { type Crossed, crossings, isCrossed, noteOf } from '../../shared/credentials/crossed.ts'
import type { Mutation } from '../../shared/credentials/mutation.ts'
import { call, type EndpointName, type Query, reachable } from '../api.ts'
import { spoilt } from './classes.ts'
import { inTurns } from './turns.ts'

/** One way of spoiling the key, at one endpoint. */
export interface Spoilt<D> {
  readonly endpoint: EndpointName
  readonly key: D
}

/** A bad request, and the good one that it differs from by its credential. */
export interface Pair {
  readonly good: Exchange
  readonly bad: Exchange
}

type Refusing<D> = Pick<Trial<Spoilt<D>, Pair>, 'cases' | 'send' | 'judge'>

interface Options<D> {
  readonly count: Cases<unknown>['count']
  /** Boundaries that tell most, ahead of the others. */
  readonly telling?: readonly D[]
  /** The endpoint that comes first: where few cases are tried, other classes begin with the others. */
  readonly from?: EndpointName
  /** At most so many pairs of a boundary and an endpoint. */
  readonly pairs?: number
  /** Boundaries that are tried at one endpoint each. */
  readonly once?: (target: Target) => readonly D[]
  /** Whether key_ids are tried with secrets of other supplied keys, too. */
  readonly crossed?: boolean
  /** Keys that are malformed as well: that they are refused is this class's matter, and how is that of `b.auth.malformed-key`. */
  readonly alsoMalformed?: (d: D) => boolean
}

/** The part of a rule that tries a failure class on every endpoint: to be spread into `trial({ ... })`. */
export function refusing<D>(
  mutation: Mutation<D>,
  { count, telling = [], from, pairs, once = () => [], crossed = false, alsoMalformed }: Options<D>,
): Refusing<D | Crossed> {
  const known = new Set(telling.map((d) => JSON.stringify(d)))
  const all = [...telling, ...mutation.first.filter((d) => !known.has(JSON.stringify(d)))]
  const first = (target: Target) => {
    const everywhere = inTurns(all, startingAt(from, reachable(target))).slice(0, pairs)
    const rest = [...(crossed ? crossings(target) : []), ...once(target)]
    const somewhere = inTurns<D | Crossed, EndpointName>(rest, reachable(target)).slice(0, rest.length)
    return [...everywhere, ...somewhere].map(([key, endpoint]) => ({ endpoint, key }))
  }
  const any = (target: Target): fc.Arbitrary<Spoilt<D>> =>
    fc.record({ endpoint: fc.constantFrom(...reachable(target)), key: mutation.any })
  return {
    cases: { first, any, count, inWords: ({ endpoint, key }) => `${noteOf(mutation, key)}, at ${endpoint}` },
    send: ({ endpoint, key }, tools) => sendPair(tools, endpoint, spoilt(mutation, tools.target, key)),
    judge: ({ good, bad }, { key }) =>
      !isCrossed(key) && alsoMalformed?.(key) && !isSuccess(bad) ? undefined : notRefused(bad, good),
  }
}

function startingAt(from: EndpointName | undefined, names: readonly EndpointName[]): EndpointName[] {
  const at = Math.max(0, names.indexOf(from!))
  return [...names.slice(at), ...names.slice(0, at)]
}

/** Valid queries, told apart from a key; rules on keys of one kind only vary what else is asked. */
const QUERIES: readonly Query[] = [{}, { size: 1 }, { page: 2, size: 10 }]

/** The same for a class with one credential: at every endpoint, with any valid query. */
export function refusingOne(
  credential: (target: Target) => Credential,
  count: Cases<unknown>['count'],
  asked: (target: Target) => readonly Asked[] = () => [],
): Pick<Trial<Asked, Pair>, 'cases' | 'send' | 'judge'> {
  return {
    cases: { first: (target) => [...askedOf(target), ...asked(target)], any: anyAsked, count },
    send: ({ endpoint, query, client }, tools) =>
      sendPair(tools, endpoint, credential(tools.target), query, client && PLAIN_CLIENT),
    judge: ({ good, bad }) => notRefused(bad, good),
  }
}

/** One endpoint, with a valid query. */
export interface Asked {
  readonly endpoint: EndpointName
  readonly query: Query
  /** One that asks for no JSON. */
  readonly client?: 'plain'
}

/** Every endpoint with every query; /company, which takes no parameters, once. */
export function askedOf(target: Target): Asked[] {
  const all = inTurns(reachable(target), QUERIES).map(([endpoint, query]) => ({ endpoint, query }))
  const company = all.findIndex(({ endpoint }) => endpoint === 'company')
  const one = { endpoint: 'company' as const, query: {} }
  return all.flatMap((asked, i) => (asked.endpoint !== 'company' ? [asked] : i === company ? [one] : []))
}

/** Any of them, and what is asked made smaller; /company takes no parameters. */
export const anyAsked = (target: Target): fc.Arbitrary<Asked> => {
  const lists = reachable(target).filter((endpoint) => endpoint !== 'company')
  const page = fc.integer({ min: 1, max: 2 })
  const query = fc.record({ page, size: fc.integer({ min: 1, max: 10 }) }, { requiredKeys: [] })
  const company = fc.record({ endpoint: fc.constant('company' as const), query: fc.constant({}) })
  return lists.length === 0 ? company : fc.record({ endpoint: fc.constantFrom(...lists), query })
}

export async function sendPair(
  tools: Tools,
  endpoint: EndpointName,
  credential: Credential,
  query: Query = {},
  headers: Req['headers'] = [],
): Promise<Pair> {
  const [good, bad] = await Promise.all([
    tools.good(call(tools.target, endpoint)),
    tools.sparingly({ ...call(tools.target, endpoint, query, { credential }), headers }),
  ])
  return { good, bad }
}

/** §5.2: the status; `b.auth.401-body` judges what stands in the body. */
export function notRefused(bad: Exchange, good: Exchange): Finding | undefined {
  if (bad.response!.status === 401) return undefined
  // Where the good request is no success either, another error says nothing of the credential; a success does all the same.
  if (!isSuccess(good) && !isSuccess(bad)) return undefined
  const { credential, endpoint } = bad.req
  const what = credential.note ?? (credential.class === 'missing' ? 'no key' : `a ${credential.class} key`)
  return violation(`401 from GET ${endpoint}: ${what}`, inShort(bad), good, bad)
}
