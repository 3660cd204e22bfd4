import { trial } from '../../../src/core/rule.ts'
import type { Target } from '../../../src/core/target.ts'
import { headFaults, headFreedoms } from '../../shared/clients/faults.ts'
import { headWithoutKey } from '../../shared/clients/head.ts'
import { ENDPOINT_NAMES, surface, type Way } from '../api.ts'

/** Two of the endpoints that the key without the scope may not read. */
const unscoped = ({ noScopeEndpoints }: Target): Way[] =>
  ENDPOINT_NAMES.filter((endpoint) => noScopeEndpoints.includes(endpoint))
    .slice(-2)
    .map((endpoint) => ({ endpoint }))

export default trial({
  level: 'implied',
  title: 'HEAD without a valid key, or without the scope, gets no success',
  clauses: ['1.key-required', '4.key', '5.3'],
  derivation:
    'Every request needs a key, and every endpoint its scope, with any method. Whether HEAD is served at all is not shown.',
  tried:
    'HEAD without a key, with a wrong secret and with the key that lacks the scope. A refusal of the method conforms; a gateway may send it.',
  meaning:
    'A monitor that checks keys by HEAD takes a bad key for valid, and strangers read headers such as list sizes.',
  causes: [
    'authentication is bound to GET only',
    'the framework responds to HEAD before the handlers that authenticate',
  ],
  needs: ['key'],
  since: 3,
  after: ['b.auth.missing-key'],
  follows: ['b.auth.missing-scope', 'b.auth.wrong-secret'],
  faults: {
    ...headFaults,
    'scope-not-checked': {
      requiredScope: (call) => (call.method === 'HEAD' ? undefined : call.conforming.requiredScope(call)),
    },
    'scope-checked-where-there-is-a-body': {
      response: (response, call) =>
        call.method === 'HEAD' && response.status === 403 ? { ...response, status: 200, body: '' } : response,
    },
  },
  freedoms: headFreedoms,
  quickMisses: {
    'secret-not-compared': 'quick depth sends HEAD without a key only',
    'scope-not-checked': 'quick depth sends HEAD without a key only',
    'scope-checked-where-there-is-a-body': 'quick depth sends HEAD without a key only',
  },
  ...headWithoutKey(surface, [1, 6, 12], unscoped),
})
