import { trial, violation } from '../../../src/core/rule.ts'
import type { Target } from '../../../src/core/target.ts'
import { errorBody } from '../../../src/judge/error-body.ts'
import { responseSummary } from '../../../src/judge/response-summary.ts'
import { type Pair, refusesSupplied } from '../../shared/refused-keys.ts'
import { type EndpointName, reachable, surface } from '../api.ts'
import { everyRequest, type ValidRequest } from '../support/valid-requests.ts'

/** The endpoints that the operator named, each of which the key without the scope may not read; first without a query, as observed rules ask. */
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
    'GET of every endpoint in TENANT_B_NO_SCOPE_ENDPOINTS with the key that lacks the scope. Any code and message conform.',
  meaning: 'A key reads what it was not granted, or a client mistakes a missing scope for a bad key.',
  causes: [
    'the scope is not checked at every endpoint',
    'a missing scope gets the response of a bad key, or 404',
    'other code than for the 401 produces the 403, with another body',
  ],
  needs: ['key', 'key:no-scope'],
  after: ['b.auth.api-key-accepted', 'b.auth.missing-key'],
  faults: {
    'not-checked': { scopeHeld: () => true },
    'not-checked-at-rows': {
      requiredScope: (call) => (call.endpoint === 'rows' ? undefined : call.lawful.requiredScope(call)),
    },
    'not-checked-at-company': {
      requiredScope: (call) => (call.endpoint === 'company' ? undefined : call.lawful.requiredScope(call)),
    },
    'not-found': { forbiddenStatus: () => 404 },
    'as-a-bad-key': { forbiddenStatus: () => 401 },
    'other-body': {
      errorBody: (error, call) =>
        error.status === 403 ? { detail: error.message } : call.lawful.errorBody(error, call),
    },
    'status-of-another': {
      errorBody: (error, call) => call.lawful.errorBody(error.status === 403 ? { ...error, status: 401 } : error, call),
    },
    'code-as-number': {
      errorBody: (error, call) =>
        error.status === 403 ? { error: { ...error, code: 1003 } } : call.lawful.errorBody(error, call),
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
    return violation(
      `403 from GET ${bad.req.endpoint} with the key that lacks the scope`,
      responseSummary(bad),
      good,
      bad,
    )
  },
})
