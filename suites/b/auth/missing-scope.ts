import { type Exchange, isSuccess } from '../../../src/core/exchange.ts'
import { explained, trial, violation } from '../../../src/core/rule.ts'
import type { Target } from '../../../src/core/target.ts'
import { errorBody } from '../../../src/judge/error-body.ts'
import { responseSummary } from '../../../src/judge/response-summary.ts'
import { type Pair, refusesSupplied } from '../../shared/refused-keys.ts'
import { type EndpointName, reachable, surface } from '../api.ts'
import { everyRequest, type ValidRequest } from '../support/valid-requests.ts'

/** The endpoints that the operator named as forbidden for the key without the scope; first without a query, as in observed rules. */
function requests(target: Target): ValidRequest[] {
  const isNamed = (endpoint: EndpointName) =>
    target.noScopeEndpoints.length === 0 || target.noScopeEndpoints.includes(endpoint)
  const plain = reachable(target).map((endpoint) => ({ endpoint, query: {} }))
  const others = everyRequest(target).filter(({ query }) => Object.keys(query).length > 0)
  return [...plain, ...others].filter(({ endpoint }) => isNamed(endpoint))
}

export default trial<ValidRequest, Pair>({
  level: 'stated',
  title: 'A valid key that lacks the scope of the endpoint gets 403 with the error body',
  clauses: ['2.key.scopes', '5.3', '7.403', '7.403.code', '7.body'],
  tried:
    'GET of every endpoint in TENANT_B_NO_SCOPE_ENDPOINTS with the key that lacks the scope. Any code and message conform. The reference does not order 403 and 422: a request with invalid parameters as well may get either.',
  meaning: 'A client takes a missing scope for a bad key or a missing resource.',
  causes: [
    'this endpoint does not check the scope',
    'a missing scope is handled like a bad key or a missing resource',
    'other code than for the 401 writes the body',
  ],
  needs: ['key', 'key:no-scope'],
  after: ['b.auth.api-key-accepted', 'b.auth.missing-key'],
  faults: {
    'not-checked': { scopeHeld: () => true },
    'not-checked-at-rows': {
      requiredScope: (call) => (call.endpoint === 'rows' ? undefined : call.conforming.requiredScope(call)),
    },
    'not-checked-at-company': {
      requiredScope: (call) => (call.endpoint === 'company' ? undefined : call.conforming.requiredScope(call)),
    },
    'not-found': { forbiddenStatus: () => 404 },
    'as-a-bad-key': { forbiddenStatus: () => 401 },
    'other-body': {
      errorBody: (error, call) =>
        error.status === 403 ? { detail: error.message } : call.conforming.errorBody(error, call),
    },
    'status-of-another': {
      errorBody: (error, call) =>
        call.conforming.errorBody(error.status === 403 ? { ...error, status: 401 } : error, call),
    },
    'code-as-number': {
      errorBody: (error, call) =>
        error.status === 403 ? { error: { ...error, code: 1003 } } : call.conforming.errorBody(error, call),
    },
  },
  freedoms: {
    'code-of-its-own': { forbiddenCode: () => 'insufficient_scope', forbiddenMessage: () => '' },
    'more-members': {
      errorBody: ({ code, message, status, details }) => ({
        error: { code, message, status, details, required: ['projects:read'] },
      }),
    },
  },
  // The observed rules send the same requests.
  ...refusesSupplied(surface, { first: requests, count: [5, 13, 13] }, 'no-scope', 'once'),
  judge({ good, bad }) {
    if (bad.response!.status === 403) return errorBody(bad)
    const found = violation('403', responseSummary(bad), good, bad)
    return explained(found, ...meaningOf(bad))
  },
})

/** What another status than 403 means, and its likely causes; `errorBody` explains the body of a 403. */
function meaningOf(x: Exchange): [impact: string, ...causes: string[]] {
  const { status } = x.response!
  if (isSuccess(x)) return ['A key reads data that its scopes do not grant.', 'this endpoint does not check the scope']
  if (status === 401)
    return ['A client takes a missing scope for a bad key.', 'a missing scope is handled like a bad key']
  if (status === 404)
    return [
      'A client takes a missing scope for a wrong URL.',
      'what a key may not read is handled like a missing resource',
    ]
  return [
    'A client that handles 403 does not recognise the missing scope.',
    status >= 500 ? 'checking the scope throws' : `a missing scope has the status ${status}`,
    'a gateway in front of the API replaces the response',
  ]
}
