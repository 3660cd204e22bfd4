import fc from 'fast-check'
import { type Credential, type Exchange, isSuccess, type Req } from '../../src/core/exchange.ts'
import { PLAIN_CLIENT } from '../../src/core/key-format.ts'
import { credentialText, requestLine } from '../../src/core/request-text.ts'
import {
  type Cases,
  explained,
  type Finding,
  headlined,
  type Tools,
  type Trial,
  violation,
} from '../../src/core/rule.ts'
import type { SecretText } from '../../src/core/secret-text.ts'
import type { KeyCondition, Target } from '../../src/core/target.ts'
import { errorBody } from '../../src/judge/error-body.ts'
import { isToLogin } from '../../src/judge/gateway-evidence.ts'
import { recordsIn, responseSummary } from '../../src/judge/response-summary.ts'
import { alternatePairs } from './alternate-pairs.ts'
import {
  availableClasses,
  badCredential,
  type FailureClass,
  mutatedKey,
  REFUSED,
  suppliedKey,
} from './credential-failures.ts'
import { type Crossed, crossings, decisiveHalf, isCrossed, noteOf } from './credentials/crossed.ts'
import { causeOfHostile, isToken } from './credentials/hostile.ts'
import { boundaries, type Mutation } from './credentials/mutation.ts'
import { isUnseen, keptByUrl, unseen } from './unseen-query.ts'
import { anyWay, elsewhere, type Query, type VariantSurface } from './variant-surface.ts'

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
  readonly telling?: readonly D[] | ((seed: number) => readonly D[])
  /** The way to start with: rules with few cases start with different ones. */
  readonly startAt?: object
  /** The way for tokens of other schemes. */
  readonly tokens?: object
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
  { count, telling = [], startAt, tokens, pairs, once = () => [], crossed = false, alsoMalformed }: Options<D>,
): Part<Way & { readonly key: D | Crossed }> {
  type Case = Way & { readonly key: D | Crossed }
  const first = (target: Target): Case[] => {
    const ways = surface.ways(target)
    const ahead = typeof telling === 'function' ? telling(target.seed ?? 0) : telling
    const known = new Set(ahead.map((d) => JSON.stringify(d)))
    const all = [...ahead, ...boundaries(mutation, target).filter((d) => !known.has(JSON.stringify(d)))]
    const everywhere = alternatePairs<D | Crossed, Way>(all, startingAt(startAt, ways)).slice(0, pairs)
    const rest = [...(crossed ? crossings(target) : []), ...once(target)]
    const somewhere = alternatePairs<D | Crossed, Way>(rest, ways).slice(0, rest.length)
    return [...everywhere, ...somewhere].map(([key, way]) => ({
      ...(hasBlank(key as object) ? ways[0]! : isToken(key as object) ? { ...way, ...tokens } : way),
      key,
    }))
  }
  const any = (target: Target) =>
    fc.record({ ...anyWay(surface.ways(target)), key: mutation.any }) as unknown as fc.Arbitrary<Case>
  return {
    cases: {
      first,
      any,
      count,
      inWords: (c) => `${noteOf(mutation, c.key)}, ${surface.wayInWords(c)}`,
      further: (c, target) => [
        ...elsewhere(surface)(c, target).filter(
          (one) => !hasBlank(c.key as object) || surface.header(one) === surface.header(c),
        ),
        ...(isCrossed(c.key) ? [] : (mutation.further?.(c.key) ?? []).map((key) => ({ ...c, key }))),
      ],
      conclude: (failing, conforming, { keys }, accepted) => {
        const [wrong, right, open] = [failing, conforming, accepted].map((some) =>
          some.flatMap(({ key }) => (isCrossed(key) ? [] : [key])),
        ) as [D[], D[], D[]]
        return mutation.conclude?.(wrong, right, keys.active, open)
      },
    },
    send(c, tools) {
      const { target } = tools
      const bad = mutatedKey(mutation, target, c.key, surface.header(c))
      const isOutside = bad.headers.some(([, value]) => isBeyondAscii(value))
      const request = surface.request(target, c, bad)
      return sendPair(tools, surface.request(target, c), isOutside ? { ...request, outside: true } : request)
    },
    judge(pair, { key }) {
      if (!isCrossed(key) && alsoMalformed?.(key) && !isSuccess(pair.bad)) return undefined
      const found = notRefusedByApi(pair)
      const half = isCrossed(key) ? decisiveHalf(key, pair.bad) : undefined
      if (found?.kind === 'violation' && half)
        return isSuccess(pair.bad) ? { ...found, causes: [half] } : explained(found, MIXED, half)
      const accepting = isSuccess(pair.bad) && mutation.cause && !isCrossed(key) ? mutation.cause(key) : undefined
      const cause = accepting ?? causeOfHostile(key as object)
      // A firewall may refuse such a text as well.
      const others = found?.kind === 'violation' && !isSuccess(pair.bad) ? found.causes : []
      return found?.kind === 'violation' && cause ? { ...found, causes: [cause, ...(others ?? [])] } : found
    },
  }
}

/** Authorization with a blank in the key may be no Bearer header, so that nothing is looked up: it says little, unless the key is whole. */
const hasBlank = (key: { text?: string; hostile?: string; inserted?: string }): boolean =>
  /. ./.test(`${key.text ?? ''}${key.hostile ?? ''}x${key.inserted ?? ''}x`)

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
  /** A client that does not accept JSON. */
  readonly client?: 'plain'
  /** The User-Agent. */
  readonly agent?: string
  /** The Accept-Language. */
  readonly language?: string
  /** Another bad key, to show whether that is refused. */
  readonly instead?: FailureClass
}

/** A firewall may refuse these with any key. */
export const isRobot = ({ agent = '' }: Pick<ValidRequest, 'agent'>): boolean => /bot|probe|health/i.test(agent)

/** Sends valid queries with a bad credential. */
export function refusesCredential<Way extends object>(
  surface: VariantSurface<Way>,
  cases: Cases<Way & ValidRequest>,
  credential: (target: Target, way: Way) => Credential,
  how: How = 'sparingly',
): Part<Way & ValidRequest> {
  return {
    cases: {
      further: (c, target) => [
        ...elsewhere(surface)(c, target),
        ...availableClasses(target, REFUSED).map((instead) => ({ ...c, instead })),
      ],
      ...cases,
    },
    send(c, tools) {
      const { target } = tools
      const own = c.instead ? badCredential(target, { class: c.instead }, surface.header(c)) : credential(target, c)
      const bad = surface.request(target, c, own, c.query)
      const headers = [
        ...(c.client ? PLAIN_CLIENT : []),
        ...(c.agent ? [['User-Agent', c.agent] as const] : []),
        ...(c.language ? [['Accept-Language', c.language] as const] : []),
      ]
      const sent = { ...bad, ...(headers.length > 0 && { headers }), ...(isRobot(c) && { outside: true }) }
      return sendPair(tools, surface.request(target, c), sent, how)
    },
    judge: (pair, c) => (isRobot(c) && !isSuccess(pair.bad) ? undefined : notRefused(pair)),
  }
}

/** Sends valid queries with a supplied key that is not active. */
export const refusesSupplied = <Way extends object>(
  surface: VariantSurface<Way>,
  cases: Cases<Way & ValidRequest>,
  condition: Exclude<KeyCondition, 'active'>,
  how?: How,
): Part<Way & ValidRequest> => {
  const credential = (target: Target, way: Way) => suppliedKey(target, condition, surface.header(way))
  const part = refusesCredential(surface, cases, credential, how)
  return { ...part, cases: withUnseen(part.cases) }
}

export const STATE_IGNORED = 'the check of a key leaves out its state, everywhere or on this code path'
export const STALE =
  'a cache of keys is not emptied when a key is revoked or disabled: then a restart of the server, or time, ends it'
export const IN_FRONT = 'a cache in front of the API responds without asking it'

/** Also with a parameter that no request had: a cache by URL has no response to it. */
const withUnseen = <C extends ValidRequest>(cases: Cases<C>): Cases<C> => ({
  ...cases,
  further: (c, target) => [
    ...(cases.further?.(c, target) ?? []),
    ...(c.instead ? [] : [{ ...c, query: unseen(c.query, target) }]),
  ],
  conclude: (failing, conforming, ...more) =>
    cases.conclude?.(failing, conforming, ...more) ??
    keptByUrl(conforming) ??
    (failing.some(({ query }) => isUnseen(query)) ? { excluded: [IN_FRONT] } : undefined),
})

/** How the bad request is sent, see `Tools`. */
type How = 'get' | 'sparingly' | 'once'

export async function sendPair(tools: Tools, baseline: Req, bad: Req, how: How = 'sparingly'): Promise<Pair> {
  const [good, response] = await Promise.all([tools.good(baseline), tools[how](bad)])
  return { good, bad: response }
}

/** What a proxy or a firewall may respond with to text in a header that looks like an attack. */
const REJECTED: readonly number[] = [400, 403, 406, 431]

/** The same for keys that a proxy may reject by itself: silently with bytes beyond ASCII, else with a warning. */
function notRefusedByApi(pair: Pair): Finding | undefined {
  const { bad } = pair
  // A limiter that kept refusing says nothing of the key.
  if (!bad.response || bad.response.status === 429) return undefined
  const found = notRefused(pair)
  if (found?.kind !== 'violation' || !REJECTED.includes(bad.response.status) || !errorBody(bad)) return found
  if (bad.response.status === 400 && bad.headers.some(([, value]) => isBeyondAscii(value))) return undefined
  if (!bad.req.credential.note?.includes('instead of the')) return found
  return { ...found, onlyWarning: true, warning: true, actual: `${found.actual}, which a gateway may have sent` }
}

const isBeyondAscii = (value: SecretText): boolean =>
  [value].flat().some((piece) => typeof piece === 'string' && /[^\0-\x7f]/.test(piece))

/** The status of a credential failure; its body is judged by `auth.401-body`. */
export function notRefused({ good, bad }: Pair): Finding | undefined {
  if (bad.response!.status === 401) return undefined
  // If the baseline request fails as well, another error does not speak of the credential; a success does.
  if (!isSuccess(good) && !isSuccess(bad)) return undefined
  const found = violation('401', responseSummary(bad), good, bad)
  if (!isSuccess(bad)) return explained(found, ...otherStatus(bad), ...(errorBody(bad) ? [GATEWAY] : []))
  const accepted = {
    ...headlined(acceptedText(bad), found),
    ...(bad.req.credential.class === 'expired' && { note: SINCE_WHEN }),
  }
  return recordsIn(bad.response!.json)?.length === 0 ? { ...accepted, impact: READS_NOTHING } : accepted
}

const SINCE_WHEN =
  'how long ago the key expired is not known here: one that expired months ago shows whether expiry is checked at all, or late'
const READS_NOTHING = 'Such a key passes authentication; this response held no records.'

const MIXED = 'A key that was never issued passes authentication.'

/** No gateway sends the documented error. */
const GATEWAY = 'a gateway in front of the API rejects the request'

/** What another status than 401 means for a client with a bad key, and its likely causes. */
export function otherStatus(x: Exchange): [impact: string, ...causes: string[]] {
  const { status } = x.response!
  if (status === 403 && x.req.credential.class === 'missing')
    return [
      'A client without a key takes it for a missing permission.',
      'the framework responds with 403 where credentials are missing, or checks the permission first',
    ]
  if (status >= 500)
    return [
      'A client takes a bad key for an outage and retries.',
      'checking the key throws, and no handler returns 401',
    ]
  if (status < 400)
    return [
      'A client follows the redirect and does not learn that its key is bad.',
      isToLogin(x)
        ? 'a framework redirects clients without a login to a login page'
        : 'a redirect, such as to a language, a host or a path with a slash, is sent before the key is checked',
    ]
  if (status === 403)
    return [
      'A client takes a bad key for a missing permission.',
      'this kind of bad key gets 403, as if it lacked a permission',
      'the key passes authentication, and a later check refuses it',
    ]
  if (status === 404)
    return ['A client takes a bad key for a wrong URL.', 'a key that is not found gets 404, like any missing record']
  if ((status === 400 || status === 422) && x.req.credential.class === 'missing')
    return [
      'A client looks for a mistake in its parameters, not for its key.',
      'the framework takes the header of the key for a required parameter, and validates it before the key is checked',
      'a request without the header counts as malformed',
    ]
  if (status === 400 || status === 422)
    return [
      'A client looks for a mistake in its request, not in its key.',
      'the check of the form of a key has its own status',
      'the text of the key is decoded, which fails, or a filter rejects it, before authentication',
    ]
  return ['A client that handles 401 does not recognise a bad key.', 'this kind of bad key has a separate status']
}

/** `The server accepted the expired key: GET /users returned 200 with 25 records`. */
export const acceptedText = (x: Exchange): string =>
  `The server accepted ${x.req.credential.class === 'missing' ? 'a request without a key' : credentialText(x.req.credential)}: ${requestLine(x.req)} returned ${responseSummary(x)}`
