import fc from 'fast-check'
import { invariant, type RequestCases } from '../../../src/core/rule.ts'
import { isGet, serverError } from '../../../src/judge/server-error.ts'
import { call, ENDPOINT_NAMES, type EndpointName, type Query } from '../api.ts'
import { early, missing, pauses, refusesRows } from '../support/freedoms.ts'

/** `project` or `dataset`: an id that does not exist. */
interface Case {
  readonly endpoint: EndpointName
  readonly query?: Query
  readonly project?: string
  readonly dataset?: string
}

const UNKNOWN = 'no-such-project'

const oddRequests: RequestCases<Case> = {
  first: [
    { endpoint: 'datasets', project: UNKNOWN },
    { endpoint: 'rows', query: { page: 1, size: -1 } },
    { endpoint: 'projects', query: { size: 'abc' } },
    { endpoint: 'rows', query: { page: '99999999999999999999' } },
    { endpoint: 'rows', dataset: 'no-such-dataset' },
    { endpoint: 'nodes', query: { page: '99999999999999999999' } },
    { endpoint: 'rows', query: { page: 'abc', size: 'abc' } },
    { endpoint: 'nodes', project: '0' },
    { endpoint: 'rows', query: { page: 0, size: 0 } },
    { endpoint: 'datasets', query: { page: 'é漢😀', size: '' } },
    { endpoint: 'company', query: { page: 'abc' } },
  ],
  any: fc.record({
    endpoint: fc.constantFrom(...ENDPOINT_NAMES),
    query: fc.record({ page: oddText(), size: oddText() }),
  }),
  count: [3, 12, 80],
  request: ({ endpoint, query, project, dataset }, target) => ({
    ...call(target, endpoint, query, { ...(project && { project }), ...(dataset && { dataset }) }),
    open: true,
  }),
}

function oddText(): fc.Arbitrary<string> {
  return fc.oneof(
    fc.integer({ min: -1000, max: 2 }).map(String),
    fc.bigInt({ min: 2n ** 31n, max: 2n ** 70n }).map(String),
    fc.string({ unit: fc.constantFrom(...'abcXYZ019 -+.,%é漢'), maxLength: 12 }),
  )
}

export default invariant({
  level: 'implied',
  since: 2,
  title: 'No GET request gets a 5xx response',
  clauses: ['4.get', '7.open.statuses'],
  derivation:
    'The reference names no condition for a 5xx response, and HTTP defines 5xx as a failure of the server, not of the request (RFC 9110, 15.6).',
  tried:
    'Every response to a GET request that the reference documents, whichever rule sent it; malformed queries are judged by b.auth.malformed-query. 501 is no failure; 502, 503 and 504 may come from a gateway and are retried.',
  meaning: 'A client cannot distinguish a request that will never work from an outage, and retries it.',
  causes: [
    'an unchecked parameter or an unknown id reaches the database, or throws in the handler',
    'a number overflows on its way to the query',
  ],
  needs: ['key'],
  after: ['b.auth.api-key-accepted'],
  cases: oddRequests,
  applies: isGet,
  judge: serverError,
  faults: {
    'unknown-project': missing(early(500)),
    'negative-size-of-rows': refusesRows(early(500)),
    'parameter-not-a-number': {
      bNotInteger: () => {
        throw new Error('not a number')
      },
    },
    'unknown-dataset': {
      response: (response, call) => (response.status === 404 && call.endpoint === 'rows' ? early(500) : response),
    },
  },
  quickMisses: { 'unknown-dataset': 'quick depth sends three odd requests' },
  freedoms: { 'one-in-forty-unavailable': pauses(503, 40) },
})
