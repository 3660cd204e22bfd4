import type { Behaviour } from '../../reference-server/behaviour.ts'
import type { Exchange, Req } from '../../src/core/exchange.ts'
import type { Json } from '../../src/core/json.ts'
import { inApiKey, whole } from '../../src/core/key-format.ts'
import type { Observation } from '../../src/core/rule.ts'
import type { SecretText } from '../../src/core/secret-text.ts'
import type { Target } from '../../src/core/target.ts'
import { observedResponse } from '../../src/judge/observed-response.ts'
import type { Freedom } from './freedoms.ts'
import type { ListSurface, Query } from './variant-surface.ts'

/** Parts of rules that record responses which the reference leaves open, to be spread into `observation({ ... })`. */
type Part = Required<Pick<Observation, 'observe' | 'freedoms'>>
type Observe = Observation['observe']
type Call = Parameters<Behaviour['gateway']>[0]

/** Records each response by the name of its request. */
export async function recordEach<R>(
  named: Readonly<Record<string, R>>,
  record: (request: R) => Promise<Json>,
): Promise<Json> {
  const records = Object.entries(named).map(async ([name, request]) => [name, await record(request)] as const)
  return Object.fromEntries(await Promise.all(records))
}

export interface ListReading {
  readonly request: (target: Target, query: Query) => Req
  /** Paths of the fields that are recorded. */
  readonly members: readonly string[]
  /** Whether a page holds all records, whose number changes. */
  readonly isWhole: (json: Json) => boolean
}

/** Records the response to each query, by its name. */
export const responsesToQueries =
  ({ request, members, isWhole }: ListReading, queries: Readonly<Record<string, Query>>): Observe =>
  ({ once, target }) =>
    recordEach(queries, async (query) =>
      observedResponse(await once({ ...request(target, query), open: true }), members, isWhole),
    )

/** Queries by their texts, such as `page=abc`. */
export const queriesNamed = (texts: readonly string[]): Readonly<Record<string, Query>> =>
  Object.fromEntries(texts.map((text) => [text, Object.fromEntries(new URLSearchParams(text))]))

/** The response to HEAD. */
export const headRequest = ({ list }: ListSurface): Part => ({
  freedoms: {
    'not-allowed': { methodAllowed: (method) => method === 'GET' },
    'not-found-without-a-body': {
      gateway: ({ method }) => (method === 'GET' ? undefined : { status: 404, headers: [], body: '' }),
    },
    'not-implemented': {
      gateway: ({ method }) =>
        method === 'HEAD' ? { status: 501, headers: [['Connection', 'close']], body: '' } : undefined,
    },
  },
  observe: async ({ get, target }) => observedResponse(await get({ ...list(target), method: 'HEAD', outside: true })),
})

/** The response to OPTIONS. */
export const optionsRequest = ({ list }: ListSurface): Part => ({
  freedoms: {
    'answered-to-browsers': {
      gateway: ({ method }) =>
        method === 'OPTIONS'
          ? {
              status: 200,
              headers: [
                ['Allow', 'GET, HEAD, OPTIONS'],
                ['Access-Control-Allow-Origin', '*'],
              ],
              body: '',
            }
          : undefined,
      extraHeaders: () => [['Access-Control-Allow-Origin', '*']],
    },
    'no-content': {
      gateway: ({ method }) => (method === 'OPTIONS' ? { status: 204, headers: [], body: '' } : undefined),
    },
    'served-as-get': { methodAllowed: () => true },
  },
  observe: async ({ get, target }) =>
    observedResponse(await get({ ...list(target), method: 'OPTIONS', outside: true })),
})

/** The responses to X-Api-Key twice: the active key and a malformed one, in either order. */
export const repeatedApiKey =
  ({ list }: ListSurface): Observe =>
  async ({ get, target }) => {
    const key = whole(target.keys.active)
    const send = async (...values: SecretText[]) => {
      const headers = values.map((value) => ['X-Api-Key', value] as const)
      const credential = { class: 'active', form: 'other', headers, note: 'X-Api-Key twice' } as const
      return observedResponse(await get({ ...list(target, {}, credential), outside: true }))
    }
    const [first, last] = await Promise.all([send(key, 'no-key'), send('no-key', key)])
    return { 'active then malformed': first, 'malformed then active': last }
  }

/** A server that refuses X-Api-Key twice, without a body. */
export const refusesRepeatedApiKey: Freedom = {
  gateway: (call) => (call.header('x-api-key').length > 1 ? { status: 400, headers: [], body: '' } : undefined),
}

/** The response to the page size twice, with different values. */
export const repeatedParameter = (
  { list, size }: ListSurface,
  badRequest: NonNullable<ReturnType<Behaviour['gateway']>>,
): Part => ({
  freedoms: {
    last: { parameter: (name, call) => call.query(name).at(-1) },
    joined: { parameter: (name, call) => (call.query(name).length > 0 ? call.query(name).join() : undefined) },
    refused: {
      response: (response, call) => {
        const names = [...new URLSearchParams(call.search).keys()]
        return response.status >= 300 || new Set(names).size === names.length ? response : { ...badRequest }
      },
    },
  },
  observe: async ({ get, target }) => {
    const query = ['2', '3'].map((value) => [size.parameter, value] as const)
    // Not the number of records: a short list grows.
    return observedResponse(await get({ ...list(target), query, open: true }), [size.echo])
  },
})

/** More than HTTP servers accept in one header, and more than some accept in all headers. */
const KIBIBYTES = [5, 70]

/** The responses to keys of 5 and, beyond quick depth, 70 KiB. */
export const veryLongKeys =
  ({ list }: ListSurface): Observe =>
  ({ get, target, depth }) =>
    recordEach(
      Object.fromEntries(KIBIBYTES.slice(0, depth === 'quick' ? 1 : undefined).map((kib) => [`${kib} KiB`, kib])),
      async (kib) => {
        const credential = inApiKey('k'.repeat(kib * 1024), 'malformed', `${kib} KiB long`)
        return observedResponse(await get({ ...list(target, {}, credential), outside: true }))
      },
    )

/** Whether one of these headers is longer than 4 KiB. */
export const isLongIn =
  (...names: readonly string[]) =>
  (call: Call): boolean =>
    names.flatMap((name) => call.header(name)).some((text) => text.length > 4096)

/** What `read` says of the response to the list with the active key. */
export const ofList =
  ({ list }: ListSurface, read: (response: NonNullable<Exchange['response']>) => Json): Observe =>
  async ({ once, target }) =>
    read((await once(list(target))).response!)

/** Sorted names of the response headers that match, in lower case; values may change with every response. */
export const headerNames =
  (pattern: RegExp) =>
  ({ headers }: NonNullable<Exchange['response']>): string[] =>
    [...new Set(headers.map(([name]) => name.toLowerCase()))].filter((name) => pattern.test(name)).sort()

/** Headers that announce a deprecation or name a version of the API. */
export const policyHeaders = headerNames(
  /^(deprecation|sunset|warning)$|(^|-)api-(version|supported-versions|deprecated-versions)$/,
)

/** Headers that name scopes. */
export const scopeHeaders = headerNames(/(^|-)scopes?$/)

/** Servers that send such headers. */
export const policyFreedoms: Readonly<Record<string, Freedom>> = {
  deprecated: {
    extraHeaders: () => [
      ['Deprecation', '@1893456000'],
      ['Sunset', 'Sat, 01 Jan 2033 00:00:00 GMT'],
    ],
  },
  'version-named': { extraHeaders: () => [['X-API-Version', '1.42.0']] },
}

/** Servers that name scopes in headers. */
export const scopeFreedoms: Readonly<Record<string, Freedom>> = {
  'scopes-of-the-key': { extraHeaders: () => [['X-OAuth-Scopes', 'list:read, rows:read']] },
  'scope-required': { extraHeaders: () => [['X-Accepted-Scopes', 'list:read']] },
}
