import { observation } from '../../../src/core/rule.ts'
import { observeEachForbidden } from '../support/observe-each-endpoint.ts'

export default observation({
  title: 'The error code of a 403, at each endpoint',
  clauses: ['7.403.code'],
  tried: 'GET of the endpoints in TENANT_B_NO_SCOPE_ENDPOINTS with the key that lacks the scope.',
  meaning: 'The reference does not fix it: a client should decide by the status 403.',
  needs: ['key:no-scope'],
  after: ['b.auth.api-key-accepted'],
  freedoms: {
    insufficient: { forbiddenCode: () => 'insufficient_scope' },
    'in-capitals': { forbiddenCode: () => 'FORBIDDEN' },
    digits: { forbiddenCode: () => '40301' },
    empty: { forbiddenCode: () => '' },
    'as-of-a-401': { forbiddenCode: () => 'unauthorized' },
    'another-at-each-endpoint': { forbiddenCode: (_lacks, call) => `missing_scope:${call.endpoint}:read` },
    'found-out-after-the-query': { order: () => ['credential', 'method', 'query', 'permission', 'lookup'] },
  },
  observe: observeEachForbidden('error.code'),
})
