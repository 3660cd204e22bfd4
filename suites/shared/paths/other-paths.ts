import fc from 'fast-check'
import type { Credential, Exchange, Req } from '../../../src/core/exchange.ts'
import { headerValues, isServerError, isSuccess, isTransient } from '../../../src/core/exchange.ts'
import type { Json } from '../../../src/core/json.ts'
import { at, isArray, isObject } from '../../../src/core/json-values.ts'
import { inApiKey, noCredential } from '../../../src/core/key-format.ts'
import { requestLine } from '../../../src/core/request-text.ts'
import { type Cases, explained, type Finding, headlined, type Trial, violation } from '../../../src/core/rule.ts'
import type { Target } from '../../../src/core/target.ts'
import { bodyHoldsRecords } from '../../../src/judge/body-holds-records.ts'
import { responseSummary } from '../../../src/judge/response-summary.ts'
import { availableClasses, LAPSED, suppliedKey } from '../credential-failures.ts'
import { sentAlone } from '../sent-alone.ts'
import { anyWay, elsewhere, type VariantSurface } from '../variant-surface.ts'
import { causesOf, OF_FILES } from './causes.ts'
import {
  API,
  BY_LIKELIHOOD,
  FEATURES,
  NAMES,
  type Spelling,
  type SpellingName,
  spelled,
  spellingText,
  telling,
  type Variation,
} from './spellings.ts'

const isResource = (spelling: SpellingName): boolean => spelling.endsWith('resource')
/** Spellings with the longest path: it has the most data. */
const isLongest = (spelling: SpellingName): boolean =>
  isResource(spelling) || spelling === 'word such as export after the path' || spelling === 'shallow or nested route'
const isIndex = (spelling: SpellingName): boolean => spelling === 'root of the API'

export interface OtherPath extends Variation {
  readonly key?: 'malformed' | (typeof LAPSED)[number]
}

/** One request in four carries a text that is no key, and nothing of a real one: the path may lead to another application. */
function credentialOf({ key, variation }: OtherPath, target: Target): Credential {
  if (key === undefined) return noCredential
  return key === 'malformed'
    ? inApiKey(`x${Math.abs(variation).toString(36)}`, 'malformed', 'a malformed key')
    : suppliedKey(target, key)
}

interface Evidence {
  readonly good: Exchange
  readonly other: Exchange
  /** The same with the active key, and then again as before, if a cache may take the path for a static file. */
  readonly cached?: readonly [filling: Exchange, again: Exchange]
}

/** Extensions of files that caches keep even where the headers forbid it. */
const STATIC = /^[^?%]*\.(css|js|png|ico|svg)$/

/** Requests documented paths in other spellings, without a key or with a malformed one. */
export function refusesOtherPaths<Way extends object>(
  surface: VariantSurface<Way>,
  /** One way for each path. */
  waysOf: (target: Target) => readonly Way[],
  count: Cases<unknown>['count'],
): Pick<Trial<Way & OtherPath, Evidence>, 'cases' | 'send' | 'judge'> {
  type Case = Way & OtherPath
  const segmentsAt = (target: Target, way: Way) => surface.request(target, way).path.split('/').length
  const first = (target: Target): Case[] => {
    const ways = waysOf(target)
    const longest = ways.reduce((one, other) => (segmentsAt(target, other) > segmentsAt(target, one) ? other : one))
    const cases = telling(target.seed ?? 1).map(([spelling, variation], i) => ({
      ...(isIndex(spelling) ? ways[0]! : isLongest(spelling) ? longest : ways[i % ways.length]!),
      spelling,
      variation,
      ...(i % 4 === 3 && { key: 'malformed' as const }),
    }))
    // The first case is the trailing slash at the first path.
    const slashes = ways.slice(1).map((way) => ({ ...way, spelling: 'trailing slash' as const, variation: 0 }))
    return [...cases.slice(0, 2), ...slashes, ...cases.slice(2)]
  }
  const inWords = (c: Case, target: Target) => {
    const other = spelled(c, surface.request(target, c))
    return `${pathInWords(other)}, ${keyInWords(c.key)}`
  }
  const any = (target: Target) =>
    fc.record(
      {
        ...anyWay(waysOf(target)),
        spelling: fc.constantFrom(...NAMES),
        variation: fc.nat(),
        key: fc.constant('malformed' as const),
      },
      { requiredKeys: ['spelling', 'variation', ...Object.keys(waysOf(target)[0]!)] as never },
    ) as unknown as fc.Arbitrary<Case>
  return {
    cases: {
      first,
      any,
      count,
      inWords,
      further: (c, target) => {
        const keys = ['malformed' as const, undefined, ...availableClasses(target, LAPSED)]
        const variations = Array.from({ length: BY_LIKELIHOOD }, (_, variation) => variation)
        const shallow = c.spelling === 'shallow or nested route' ? waysOf(target) : []
        const like = [
          ...elsewhere({ ways: waysOf })(c, target),
          ...shallow.map((way) => ({ ...c, ...way, variation: 2 })),
          ...keys.map((key) => ({ ...c, key })),
          ...(c.spelling === 'parameters of other features'
            ? FEATURES.map((only) => ({ ...c, only }))
            : variations.map((variation) => ({ ...c, variation }))),
        ]
        const byText = Map.groupBy(like, (one) => inWords(one, target))
        byText.delete(inWords(c, target))
        return [...byText.values()].map(([one]) => one!)
      },
      conclude: (failing, conforming) => sentAlone(failing, conforming, ({ only }) => only),
    },
    async send(c, tools) {
      const baseline = surface.request(tools.target, c)
      const odd = { ...spelled(c, baseline), endpoint: null, credential: credentialOf(c, tools.target), outside: true }
      const good = await tools.good(baseline)
      const req = { ...odd, path: odd.path.replace('{id}', () => idIn(good)) }
      const other = await tools.get(req)
      if (isSuccess(other) || !STATIC.test(req.path)) return { good, other }
      const filling = await tools.get({ ...req, credential: baseline.credential })
      return { good, other, ...(isSuccess(filling) && { cached: [filling, await tools.get(req)] as const }) }
    },
    judge: ({ good, other, cached }, c) => judge(good, other, c) ?? (cached && judgeCached(good, ...cached)),
  }
}

/** The id of a record of the list, or of the resource itself. */
function idIn({ response }: Exchange): string {
  const records = at(response?.json, 'data') ?? at(response?.json, 'items') ?? response?.json
  const id = at(isArray(records) ? records[0] : records, 'id')
  return typeof id === 'object' || id === undefined ? '1' : encodeURIComponent(String(id))
}

const keyInWords = (key: string | undefined): string =>
  key === undefined ? 'without a key' : key === 'malformed' ? 'with a malformed key' : `with the ${key} key`

const howSent = ({ req: { credential } }: Exchange): string =>
  keyInWords(credential.class === 'missing' ? undefined : credential.class)

/** `GET /api/public/v1/users/`. */
const pathInWords = ({ root = API, ...spelling }: Spelling): string =>
  `${requestLine({ ...spelling, root })}${spelling.absolute ? ' (the whole URL sent)' : ''}`

/** A response to HEAD as of the data: JSON of the same length, to the byte. */
const describesBody = ({ response: head }: Exchange, { response: good }: Exchange): boolean =>
  good!.bytes > 0 &&
  headerValues(head!, 'content-length')[0] === String(good!.bytes) &&
  /json/i.test(headerValues(head!, 'content-type')[0] ?? '')

/** A proxy may have failed, not the API. */
const failed = (good: Exchange, other: Exchange): Finding => ({
  ...headlined(
    `The server failed on a request without a valid key: GET ${other.req.path} returned ${other.response!.status}`,
    explained(
      violation('401, or a refusal', responseSummary(other), good, other),
      'Anyone without a key can make the server, or a proxy in front of it, fail.',
    ),
  ),
  warning: true,
})

/** Another version, or another API beside this one, which may have public pages. */
const isOtherApi = ({ root = API }: Req): boolean =>
  !decodeURIComponent(root).toLowerCase().replace(/\/+/g, '/').endsWith(API)

/** The id at the end of the path, as the value of an id. */
function holdsItsId({ req, response }: Exchange): boolean {
  const id = decodeURIComponent(req.path.slice(req.path.lastIndexOf('/') + 1))
  const holds = (json: Json | undefined): boolean =>
    isObject(json) &&
    Object.entries(json).some(([name, value]) => (/(^|_|[a-z])id$/i.test(name) && String(value) === id) || holds(value))
  return holds(response!.json)
}

const READ = 'Anyone who requests this URL reads the data without a key.'
const WITH_KEYS = 'not judged: what this URL returns to a valid key, since the reference shows no such URL'

/** After the same request with the key, which any path may serve. */
function judgeCached(good: Exchange, filling: Exchange, again: Exchange): Finding | undefined {
  if (!isSuccess(again) || !bodyHoldsRecords(again, good, false)) return undefined
  return {
    ...violation('no data', responseSummary(again), filling, again),
    headline: `${pathInWords(again.req)} ${howSent(again)} returned data, right after the same request with the key: ${responseSummary(again)}`,
    impact:
      'Once a client with a key requested this URL, which a link can make it do, anyone reads the data without a key.',
    causes: [OF_FILES],
  }
}

function judge(good: Exchange, other: Exchange, variation: Variation): Finding | undefined {
  const { req, response } = other
  const { spelling } = variation
  if (response && isServerError(response.status) && !isTransient(response.status)) return failed(good, other)
  if (req.method === 'HEAD' && isSuccess(other) && describesBody(other, good))
    return {
      ...violation('no data', `${responseSummary(other)} with the Content-Length of the data`, good, other),
      headline: `${pathInWords(req)} ${howSent(other)} returned the Content-Length of the data (${spellingText(spelling, req.path)})`,
      impact: 'Anyone who requests this URL passes the check of the key, and learns how long the data is.',
      causes: causesOf(req.path, variation),
    }
  if (
    !isSuccess(other) ||
    !(bodyHoldsRecords(other, good, isOtherApi(req)) || (isResource(spelling) && holdsItsId(other)))
  )
    return undefined
  const how = howSent(other)
  return {
    ...violation('no data', responseSummary(other), good, other),
    headline: `${pathInWords(req)} ${how} returned data: ${responseSummary(other)} (${spellingText(spelling, req.path)})`,
    impact: READ,
    note: WITH_KEYS,
    causes: causesOf(`${req.root ?? API}${req.path}`, variation),
  }
}
