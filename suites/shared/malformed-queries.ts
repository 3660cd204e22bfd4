import fc from 'fast-check'
import type { Behaviour } from '../../reference-server/behaviour.ts'
import { type Exchange, isServerError, isSuccess, isTransient } from '../../src/core/exchange.ts'
import { noCredential } from '../../src/core/key-format.ts'
import { randomFrom, seedFor } from '../../src/core/random.ts'
import { requestText } from '../../src/core/request-text.ts'
import { type Cases, explained, type Finding, type Trial, type Violation, violation } from '../../src/core/rule.ts'
import type { Target } from '../../src/core/target.ts'
import { errorBody } from '../../src/judge/error-body.ts'
import { responseSummary } from '../../src/judge/response-summary.ts'
import { sentAlone } from './sent-alone.ts'
import { anyWay, elsewhere, type VariantSurface } from './variant-surface.ts'

/** A character of four bytes in UTF-8, which some columns of logs cannot hold. */
const FOUR_BYTES = '?=%F0%9F%98%80'

/** Parts of a query as they are sent; `?` is a name that the endpoint does not know, `@` a documented parameter. */
const SYNTAX = {
  'malformed escapes': ['?=%', '?=%FF', '?=%zz', '?=%ED%A0%80', '?=%C0%80', '?=%u0031', '%=1', '?=%00'],
  'malformed escapes in a parameter': ['@=%', '@=%FF', '@=%zz', '@=%00', '@=%ED%A0%80', '@=%u0031'],
  'unusual syntax': [
    '?[]=1',
    '?[a]=1',
    '?=1&?=2',
    ';',
    '?=1;?=2',
    '&&=',
    '__proto__[?]=1',
    '?=LONG',
    '?=+',
    '?.a=1',
    FOUR_BYTES,
  ],
  // Apart from those: what refuses one of them never reads these.
  'null characters': ['?=%00', '@=%00'],
  'unusual syntax of a parameter': ['@[]=1', '@[a]=1', '@=1&@=2', '@=+1', '@.a=1', '@=1;@=2'],
} as const

type Kind = keyof typeof SYNTAX
const KINDS = Object.keys(SYNTAX) as Kind[]
/** Parts of one request. */
const MOST = 6
/** Below the limit of every common server. */
const LONG = 'x'.repeat(2000)

export interface MalformedQuery {
  readonly kind: Kind
  readonly parts: readonly string[]
  /** `@` is the second parameter first, or only the third, else the first one. */
  readonly from?: 'second' | 'third'
}

interface Evidence {
  readonly good: Exchange
  readonly without: Exchange
  /** The same with the active key; not sent at quick depth. */
  readonly withKey?: Exchange
}

function seeded(seed: number, kind: Kind): MalformedQuery {
  const random = randomFrom(seedFor(seed, kind))
  const parts = [...SYNTAX[kind]]
    .map((part) => [part === FOUR_BYTES ? 0 : random(), part] as const)
    .sort(([a], [b]) => a - b)
    .map(([, part]) => part)
  return { kind, parts: parts.slice(0, MOST) }
}

const WITH_KEY =
  'with the active key, the reference leaves open how such a query is read: any response but a server error conforms'

/** Sends malformed queries without a key and with the active one. */
export function refusesMalformedQueries<Way extends object>(
  surface: VariantSurface<Way>,
  /** The clauses of a request that no rule of the reference refuses. */
  served: readonly string[],
): Pick<Trial<Way & MalformedQuery, Evidence>, 'cases' | 'send' | 'judge'> {
  type Case = Way & MalformedQuery
  const written = ({ parts, from }: MalformedQuery): string =>
    parts
      .map((part, i) =>
        part
          .replaceAll('@', surface.parameters[from === 'third' ? 2 : (i + (from ? 1 : 0)) % 2]!)
          .replaceAll('?', 'abcdefgh'[i]!),
      )
      .join('&')
      .replace('LONG', LONG)
  const cases: Cases<Case> = {
    first: (target: Target) => {
      const ways = surface.ways(target)
      return KINDS.map((kind, i) => ({ ...ways[i % ways.length]!, ...seeded(target.seed ?? 1, kind) }))
    },
    any: (target: Target) =>
      fc.constantFrom(...KINDS).chain((kind) =>
        fc.record({
          ...anyWay(surface.ways(target)),
          kind: fc.constant(kind),
          parts: fc.shuffledSubarray([...SYNTAX[kind]], {
            minLength: 1,
            maxLength: Math.min(MOST, SYNTAX[kind].length),
          }),
        }),
      ) as unknown as fc.Arbitrary<Case>,
    count: [1, 5, 40],
    inWords: (c) => `${c.kind}: ?${written(c)}, ${surface.wayInWords(c)}`,
    // Each part on its own, then the same elsewhere.
    further: (c, target) => [
      ...(c.parts.length > 1
        ? c.parts.flatMap((part) => onItsOwn(part, surface.parameters.length)).map((one) => ({ ...c, ...one }))
        : []),
      ...elsewhere(surface)(c, target),
    ],
    conclude: (failing, conforming) => {
      const isAlone = ({ parts }: Case) => parts.length === 1
      return conforming.some(isAlone)
        ? sentAlone(failing, conforming, (c) => (isAlone(c) ? written(c) : undefined))
        : undefined
    },
  }
  return {
    cases,
    async send(c, tools) {
      const baseline = surface.request(tools.target, c)
      const odd = { ...baseline, path: `${baseline.path}?${written(c)}`, outside: true }
      const [good, without] = await Promise.all([tools.good(baseline), tools.get({ ...odd, credential: noCredential })])
      return tools.depth === 'quick' ? { good, without } : { good, without, withKey: await tools.get(odd) }
    },
    judge({ good, without, withKey }, { kind }) {
      const isWithKey = withKey !== undefined && hasFailed(withKey)
      const first = judgeWithout(without, kind, good)
      if (first?.kind === 'violation' && isWithKey && hasFailed(without))
        return { ...first, headline: `${first.headline}; with the active key, too`, note: WITH_KEY }
      if (first || !isWithKey) return first
      const failed = found(
        'a page, or a 4xx error',
        withKey,
        kind,
        `The server failed with ${withKey.response!.status} on a query with ${kind}: ${requestText(withKey.req)}; without a key it returned ${responseSummary(without)}`,
        good,
      )
      return { ...failed, clauses: served, note: WITH_KEY }
    },
  }
}

function judgeWithout(x: Exchange, kind: Kind, good: Exchange): Finding | undefined {
  if (isSuccess(x))
    return found(
      '401',
      x,
      kind,
      `The server accepted a request without a key, with ${kind} in its query: ${requestText(x.req)} returned ${responseSummary(x)}`,
      good,
    )
  if (hasFailed(x))
    return found(
      '401',
      x,
      kind,
      `The server failed with ${x.response!.status} on a request without a key, with ${kind} in its query: ${requestText(x.req)}`,
      good,
    )
  // An error in the documented shape comes from the API, which checks the key first; a proxy may reject malformed escapes.
  const isOfApi = x.response !== undefined && x.response.status >= 400 && errorBody(x) === undefined
  if (!isOfApi || x.response!.status === 401 || kind.startsWith('malformed')) return undefined
  return found(
    '401',
    x,
    kind,
    `A request without a key got ${x.response!.status} instead of 401, with ${kind} in its query: ${requestText(x.req)}`,
    good,
  )
}

/** A part for each parameter where it has one. */
const onItsOwn = (part: string, parameters: number): Pick<MalformedQuery, 'parts' | 'from'>[] => [
  { parts: [part] },
  ...(part.includes('@') ? [{ parts: [part], from: 'second' as const }] : []),
  ...(part.includes('@') && parameters > 2 ? [{ parts: [part], from: 'third' as const }] : []),
]

const hasFailed = ({ response }: Exchange): boolean =>
  response !== undefined && isServerError(response.status) && !isTransient(response.status)

const found = (expected: string, x: Exchange, kind: Kind, headline: string, good: Exchange): Violation => ({
  ...explained(violation(expected, responseSummary(x), good, x), ...meaningOf(x, kind)),
  headline,
})

const THROWS = 'decoding or parsing the query throws, and no handler returns a 4xx'
const NOT_VALIDATED = 'a value that the database or a parser rejects is not validated first'
const OF_TYPE = 'a parameter becomes a list or an object where the code expects a string'

function meaningOf(x: Exchange, kind: Kind): [impact: string, ...causes: string[]] {
  if (isSuccess(x))
    return [
      'Anyone who adds this query reads the data without a key.',
      'a filter that cannot parse the query lets the request pass',
    ]
  if (hasFailed(x))
    return [
      "A client's mistake looks like an outage, and the client retries.",
      ...(kind === 'null characters'
        ? [NOT_VALIDATED, THROWS]
        : kind.startsWith('unusual')
          ? [OF_TYPE, THROWS]
          : [THROWS, NOT_VALIDATED]),
    ]
  return [
    'A client without a valid key looks for a mistake in its query.',
    'parameters are validated before the key is checked',
  ]
}

type Servers = Readonly<Record<string, Partial<Behaviour>>>

/** A server that checks no key where the query matches. */
const unchecked = (pattern: RegExp): Partial<Behaviour> => ({
  classify: (check, call) =>
    pattern.test(call.search) && !check.presented ? undefined : call.conforming.classify(check, call),
})

const answers = (pattern: RegExp, status: number, body = 'error'): Partial<Behaviour> => ({
  gateway: (call) => (pattern.test(call.search) ? { status, headers: [], body } : undefined),
})

const UNDECODABLE = /%(?![0-9a-f]{2})/i

/** Servers that stumble over queries. */
export const malformedQueryFaults = {
  'undecodable-query-is-unchecked': unchecked(/^[^[]*%(?![0-9a-f]{2})/i),
  'undecodable-query-is-a-server-error': answers(UNDECODABLE, 500),
  'invalid-utf-8-is-a-server-error': answers(/%FF|%ED%A0%80|%C0%80/, 500),
  'brackets-are-unchecked': unchecked(/\[/),
  'list-of-a-parameter-is-a-server-error': {
    response: (response, call) =>
      call.key && /\[|\.a=|;|=1&\w+=2/.test(call.search) ? { ...response, status: 500 } : response,
  },
  'syntax-checked-before-the-key': answers(
    /(?:page|size)(?:\[|\.|=\+)|\b((?:per_)?page|size)=1[&;]\1=2/,
    422,
    '{"error":{"code":"validation_error","message":"page is no number","status":422}}',
  ),
  'separators-are-unchecked': unchecked(/;|&&|\[|=1&\w=2|x{9}|=\+|\.a/),
  'null-character-is-a-server-error': {
    response: (response, call) =>
      call.key && /%00/.test(call.search) && !/%(?!00|F0|9F|98|80)/.test(call.search)
        ? { ...response, status: 500 }
        : response,
  },
  'four-byte-character-is-a-server-error': answers(/%F0/, 500),
  'four-byte-character-in-the-log-of-refusals': {
    response: (response, call) => (call.failure && /%F0/.test(call.search) ? { ...response, status: 500 } : response),
  },
  'no-number-with-a-percent-sign': {
    parameter: (name, call) => {
      if (new RegExp(`${name}=%`).test(call.search)) throw new URIError('URI malformed')
      return call.conforming.parameter(name, call)
    },
  },
} satisfies Servers

const FEW = 'quick depth sends one malformed query, without a key'

export const malformedQueryQuickMisses = {
  'brackets-are-unchecked': FEW,
  'list-of-a-parameter-is-a-server-error': FEW,
  'syntax-checked-before-the-key': FEW,
  'separators-are-unchecked': FEW,
  'null-character-is-a-server-error': FEW,
  'four-byte-character-is-a-server-error': FEW,
  'four-byte-character-in-the-log-of-refusals': FEW,
  'no-number-with-a-percent-sign': FEW,
  'invalid-utf-8-is-a-server-error': FEW,
} satisfies Partial<Record<keyof typeof malformedQueryFaults, string>>

/** Servers behind a proxy that rejects odd queries. */
export const malformedQueryFreedoms = {
  'proxy-rejects-malformed-escapes': answers(UNDECODABLE, 400, '<h1>400 Bad Request</h1>'),
  'proxy-rejects-long-queries': answers(/x{1000}/, 414, '<h1>414 URI Too Long</h1>'),
  'firewall-rejects-brackets': answers(/\[|;|__proto__/, 403, '<h1>403 Forbidden</h1>'),
  'firewall-rejects-four-byte-characters': answers(/=%F0/, 400, '<h1>400 Bad Request</h1>'),
  'closes-the-connection-on-nul': { dropped: (call) => (/%00/.test(call.search) ? 'before' : 'no') },
  'api-rejects-malformed-escapes': answers(
    UNDECODABLE,
    400,
    '{"error":{"code":"bad_request","message":"Malformed URI","status":400}}',
  ),
} satisfies Servers
