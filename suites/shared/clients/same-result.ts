import fc from 'fast-check'
import { type Exchange, headerValues, isServerError, isSuccess, type Req } from '../../../src/core/exchange.ts'
import { requestLine } from '../../../src/core/request-text.ts'
import type { Difference } from '../../../src/core/results.ts'
import { differing, type Finding, moved, type Tools, type Trial, violation } from '../../../src/core/rule.ts'
import type { Target } from '../../../src/core/target.ts'
import { BARE_CLIENT, OWN_CLIENT } from '../../../src/http/client-profile.ts'
import { ofJson } from '../../../src/judge/difference.ts'
import { errorBody } from '../../../src/judge/error-body.ts'
import { responseSummary } from '../../../src/judge/response-summary.ts'
import { availableClasses } from '../credential-failures.ts'
import { anyWay, elsewhere, type VariantSurface } from '../variant-surface.ts'
import { anyVariation } from './any-variation.ts'
import type { Factors } from './covering-array.ts'
import {
  ALL,
  CROSS_ORIGIN,
  causeOf,
  hasRecords,
  IDENTITY,
  isMalformed,
  isNamed,
  LIKE,
  METHODS,
  ROUTING,
  SPELLING,
  type Variation,
  variationInWords,
  varied,
  withKey,
} from './variations.ts'

export type VariedCase<Way extends object> = Way & { readonly vary: Variation }

/**
 * The variations as boundaries, in every way in turn; any of them can shrink to a single header. Those of quick depth go one way: they
 * share a baseline request.
 */
export function variedCases<Way extends object>(
  { ways, wayInWords, request }: VariantSurface<Way>,
  rows: () => readonly Variation[],
  count: readonly [number, number, number],
  factors = ALL,
) {
  return {
    first: (target: Target): VariedCase<Way>[] => {
      const all = ways(target)
      const paged = all.filter((way) => request(target, way).path !== '/company')
      return rows().map((vary, k) => {
        const some = vary.query || /query|value/.test(vary.spelling!) ? paged : all
        return { ...some[Math.max(0, k + 1 - count[0]) % some.length]!, vary }
      })
    },
    any: (target: Target) =>
      fc.record({ ...anyWay(ways(target)), vary: anyVariation(factors) }) as unknown as fc.Arbitrary<VariedCase<Way>>,
    count,
    inWords: (c: VariedCase<Way>) => {
      const way = wayInWords(c)
      // Without a key, nothing is sent via a header.
      const ways = c.vary.key === '' && way.startsWith('via ') ? [] : [way]
      return `${variationInWords(c.vary)}; ${[...keyInWords(c.vary), ...ways].join(', ')}`
    },
    further: (c: VariedCase<Way>, target: Target) => [
      ...elsewhere({ ways })(c, target),
      ...otherValues(c.vary, factors, target).map((vary) => ({ ...c, vary })),
    ],
  }
}

const KEYS: Readonly<Record<string, string>> = {
  '': 'without a key',
  unknown: 'with an unknown key',
  'wrong-secret': 'with a wrong secret',
}
const keyInWords = ({ key }: Variation): string[] => (key === undefined ? [] : [KEYS[key] ?? `with the ${key} key`])

/** Other values of the one thing that varies beside the key, headers that say the same, and without a valid key other keys. */
function otherValues(vary: Variation, factors: Factors, target: Target): Variation[] {
  const names = Object.keys(vary).filter((name) => vary[name] && name !== 'key')
  const [only = ''] = names.length === 1 ? names : []
  const values = [...(factors[only] ?? []), ...(LIKE[only] ?? [])]
  const alike = [Object.keys(IDENTITY), METHODS].find((names) => names.includes(only)) ?? []
  const likewise = alike.filter((name) => name !== only)
  return [
    ...values.map((value) => ({ ...vary, [only]: value })),
    ...likewise.map((name) => ({ ...vary, [only]: '', [name]: vary[only]! })),
    ...(factors.key ? [...factors.key, ...availableClasses(target, ['revoked', 'expired'])] : []).map((key) => ({
      ...vary,
      key,
    })),
  ]
}

export interface Options<Way extends object> {
  readonly surface: VariantSurface<Way>
  /** A documented request, with two query parameters where there are as many. */
  readonly plain: (target: Target, way: Way) => Req
  /** Whether two responses to one request agree while the data does not change, or grows in between. */
  readonly alike: (earlier: Exchange, later: Exchange) => boolean
  /** Headers whose meaning the reference leaves open: a refusal of them conforms. */
  readonly refusable?: readonly string[]
}

/** Plain and varied alternately, beginning and ending with a plain one; then plain ones, which show what changes anyway. */
interface Turns {
  readonly turns: readonly Exchange[]
  readonly later: readonly Exchange[]
}

const LATER = 8

/** The part of a rule that a valid key reads the same with any other headers and parameters. */
export function sameResult<Way extends object>({
  surface,
  plain: request,
  alike,
  refusable = [],
}: Options<Way>): Pick<Trial<VariedCase<Way>, Turns>, 'cases' | 'send' | 'judge'> {
  return {
    cases: variedCases(surface, withKey, [3, 34, 120]),
    async send(c, tools: Tools) {
      const { target } = tools
      const plain = { ...request(target, c), client: OWN_CLIENT }
      const good = await tools.good(plain)
      const odd = varied(plain, c.vary, target, good)
      const first = await tools.get(odd)
      if ((first.response && alike(good, first)) || isLegal(first, c.vary, refusable))
        return { turns: [good, first], later: [] }
      const turns: Exchange[] = first.response ? [] : [good, first]
      for (const req of [plain, odd, plain, odd, plain].slice(turns.length)) turns.push(await tools.get(req))
      const later: Exchange[] = []
      if (!turns[1]!.response || isSuccess(turns[1]!)) while (later.length < LATER) later.push(await tools.get(plain))
      return { turns, later }
    },
    judge({ turns, later }, { vary }) {
      const [plain, odd] = [turns[0]!, turns[1]!]
      if (!isSuccess(plain)) return undefined
      const isWrong = (x: Exchange) => !(x.response && alike(plain, x)) && !isLegal(x, vary, refusable)
      const wrong = [1, 3].filter((k) => turns[k] && isWrong(turns[k]!))
      if (wrong.length === 0 || turns.length < 5) return undefined
      const steady = [...turns.filter((_, k) => k % 2 === 0), ...later].every((x) => alike(plain, x))
      if (!steady || wrong.length === 1) return moved('the responses to the same request differ')
      return different(plain, odd, vary)
    },
  }
}

/** Characters; of longer summaries, a headline has only the status. */
const MOST_IN_HEADLINE = 60

const CUT = 'the connection is closed before the whole body is sent, or Content-Length is wrong'

function different(plain: Exchange, odd: Exchange, vary: Variation): Finding {
  const header = variationInWords(vary, [odd.req])
  const status = odd.response?.status
  const refused = status !== undefined && !isSuccess(odd) && !isServerError(status)
  const [expected, actual] = [responseSummary(plain), responseSummary(odd)]
  const sides = ['plain request', 'with this'] as const
  const difference = actual === expected ? ofJson(plain.response?.json, odd.response?.json, sides) : undefined
  const what =
    status === undefined
      ? 'no complete response'
      : actual === expected
        ? `${actual}, with ${otherData(difference)}`
        : actual
  const isShort = status === undefined || status === plain.response!.status || what.length <= MOST_IN_HEADLINE
  const cause = causeOf(vary)
  const causes = [...(status === undefined ? [CUT] : []), ...(cause === undefined ? [] : [cause])]
  const found = violation(`${expected}, as for the plain request`, what, plain, odd)
  return {
    ...(difference ? differing(found, difference) : found),
    ...(causes.length > 0 && { causes }),
    headline: `With ${header}, a valid key gets ${isShort ? what : status} instead of ${isShort ? expected : plain.response!.status}: ${requestLine(odd.req)}`,
    ...(((refused && isNamed(vary, CROSS_ORIGIN)) || isNegotiated(vary)) && { warning: true }),
  }
}

/** `columns[0] "Id" in place of "id"`. */
function otherData(difference: Difference | undefined): string {
  if (!difference) return 'other data'
  const { at, one, other } = difference
  const isShort = one.text.length + other.text.length <= MOST_IN_HEADLINE
  return isShort ? `${at} ${other.text} in place of ${one.text}` : `other data in ${at}`
}

/** What HTTP, or a gateway in front of the API, may do with such a request. */
function isLegal(x: Exchange, vary: Variation, refusable: readonly string[]): boolean {
  const { response, problem } = x
  if (!response) return !isSet(vary, 'Connection') || problem?.kind !== 'connection'
  const { status, bytes } = response
  const isPage = status < 300
  const isRefused = status >= 400 && status < 500
  return (
    (isRefused && isMalformed(vary)) ||
    (status === 304 && isSet(vary, 'If-None-Match', 'If-Modified-Since')) ||
    ((status === 206 || status === 416) && isSet(vary, 'Range')) ||
    (isPage && bytes === 0 && /OPTIONS|HEAD/.test(vary['X-HTTP-Method-Override'] ?? '')) ||
    (isPage && isSet(vary, 'X-Original-URL', 'X-Rewrite-URL') && !hasRecords(response)) ||
    (isRefused && isSet(vary, ...refusable)) ||
    (isSet(vary, 'Prefer') && headerValues(response, 'preference-applied').length > 0) ||
    (!isPage && status < 500 && isNamed(vary, ROUTING)) ||
    (!isPage && status < 500 && isNamed(vary, SPELLING) && errorBody(x) !== undefined)
  )
}

/** What frameworks negotiate, or firewalls refuse: a page for a browser, a preference, the type of a body that GET does not have, no client. */
const isNegotiated = (vary: Variation): boolean =>
  vary.Accept?.includes('text/html') || vary.client === BARE_CLIENT || isSet(vary, 'Content-Type', 'Prefer')

const isSet = (vary: Variation, ...names: readonly string[]): boolean => names.some((name) => vary[name])
