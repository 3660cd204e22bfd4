import fc from 'fast-check'
import { type Exchange, isSuccess } from '../../../src/core/exchange.ts'
import { whole } from '../../../src/core/key-format.ts'
import { requestLine } from '../../../src/core/request-text.ts'
import { headlined, trial, violation } from '../../../src/core/rule.ts'
import { responseSummary } from '../../../src/judge/response-summary.ts'
import { alternatePairs } from '../../shared/alternate-pairs.ts'
import { call, type EndpointName, reachable } from '../api.ts'

interface Case {
  readonly endpoint: EndpointName
  /** The header's name as it is written. */
  readonly header: string
}

const NAMES = ['X-Api-Key', 'x-api-key', 'X-API-KEY', 'X-Api-key', 'x-API-kEY']

/** The name with the letters at some places in the other case. */
const anyName = fc
  .array(fc.boolean(), { minLength: 9, maxLength: 9 })
  .map((upper) => [...'x-api-key'].map((letter, i) => (upper[i] ? letter.toUpperCase() : letter)).join(''))

interface Evidence {
  readonly x: Exchange
  /** Where that failed: GET /projects with the key in X-Api-Key, which preflight has sent. */
  readonly plain?: Exchange
}

export default trial<Case, Evidence>({
  level: 'stated',
  title: 'An active key in X-Api-Key authenticates at every endpoint',
  clauses: [
    '1.intro.credential',
    '1.intro.resources',
    '1.intro.base-path',
    '4.get',
    '4.no-body',
    '4.key',
    '4.projects',
    '4.datasets',
    '4.nodes',
    '4.rows',
    '4.company',
    '5.1',
    '9.version',
  ],
  tried: 'GET of all five endpoints with the active key, with the header name in any letter case.',
  meaning: 'A client that sends such a request with a valid key gets no data.',
  causes: [
    'this route reads the key from another header, or compares the header name with its letter case',
    'this route is handled by other code, or by a gateway, than the others',
  ],
  needs: ['key'],
  faults: {
    'header-name-with-its-case': {
      headerNamed: (actual, wanted) =>
        wanted === 'x-api-key' ? actual === 'X-Api-Key' : actual.toLowerCase() === wanted,
    },
    'bearer-wanted-at-nodes': {
      credentialSources: (call) =>
        call.endpoint === 'nodes' ? [{ in: 'bearer' }] : call.conforming.credentialSources(call),
    },
    'no-rows': { bDatasetVisible: () => false },
    'company-reads-another-header': {
      credentialSources: (call) =>
        call.endpoint === 'company' ? [{ in: 'header', name: 'api-key' }] : call.conforming.credentialSources(call),
    },
  },
  freedoms: {
    'non-authoritative': { successStatus: () => 203 },
    'partial-content': { successStatus: (call) => (call.endpoint === 'company' ? 200 : 206) },
    'pauses-now-and-then': {
      gateway: (call) =>
        call.n % 40 === 7
          ? {
              status: 503,
              headers: [
                ['Retry-After', '0'],
                ['Content-Type', 'text/html'],
              ],
              body: 'busy',
            }
          : undefined,
    },
  },
  cases: {
    // By the first name other rules ask as well.
    first: (target) =>
      [
        ...alternatePairs(NAMES.slice(0, 1), reachable(target)),
        ...alternatePairs(NAMES.slice(1), reachable(target)),
      ].map(([header, endpoint]) => ({ endpoint, header })),
    any: (target) => fc.record({ endpoint: fc.constantFrom(...reachable(target)), header: anyName }),
    count: [6, 20, 100],
    further: ({ header }, target) => reachable(target).map((endpoint) => ({ endpoint, header })),
  },
  async send({ endpoint, header }, { target, once }) {
    const plain = call(target, endpoint)
    const headers = [[header, whole(target.keys.active)]] as const
    const x = await once({ ...plain, credential: { ...plain.credential, headers } })
    return isSuccess(x) ? { x } : { x, plain: await once(call(target, 'projects')) }
  },
  judge({ x, plain }, { endpoint, header }) {
    // A response other than 401 shows that the key was read; b.company.readable judges whether /company succeeds.
    if (isSuccess(x) || (endpoint === 'company' && x.response!.status !== 401)) return undefined
    const isKnown = plain !== undefined && isSuccess(plain)
    const others = isKnown ? `; ${requestLine(plain.req)} with X-Api-Key returned ${plain.response!.status}` : ''
    const found = violation('a success (2xx)', `${responseSummary(x)}${others}`, x)
    const cause = CAUSES[x.response!.status]
    if (x.response!.status !== 401) return cause ? { ...found, causes: cause } : found
    const where = header === NAMES[0] ? header : `the header spelled ${header}`
    return headlined(
      `The server rejected the active key in ${where}: ${requestLine(x.req)} returned ${responseSummary(x)}`,
      found,
    )
  },
})

const CAUSES: Readonly<Record<number, readonly string[]>> = {
  403: ['this route requires a scope that no key has'],
  404: [
    'this route does not exist, or not under /api/public/v1',
    'the project or dataset is not found, or not visible',
  ],
}
