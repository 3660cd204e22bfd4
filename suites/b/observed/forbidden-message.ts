import { observation } from '../../../src/core/rule.ts'
import { steady } from '../../../src/judge/observed-response.ts'
import { observeEachForbidden } from '../support/observe-each-endpoint.ts'

export default observation({
  title: 'The message of a 403, at each endpoint',
  clauses: ['7.403', '7.body.message'],
  tried: 'GET of the endpoints in TENANT_B_NO_SCOPE_ENDPOINTS with the key that lacks the scope.',
  meaning: 'The reference does not fix it: a client should decide by the status 403.',
  needs: ['key:no-scope'],
  after: ['b.auth.api-key-accepted'],
  freedoms: {
    empty: { forbiddenMessage: () => '' },
    'names-the-scope': { forbiddenMessage: (_lacks, call) => `Scope ${call.endpoint}.read required (é漢)` },
    'of-a-401': { forbiddenMessage: () => 'Invalid or missing API key' },
    'with-the-scopes-beside': {
      errorBody: ({ status, code, message, details }, call) => ({
        error: { code, message, status, details, required_scopes: status === 403 ? [call.endpoint] : undefined },
        held: status === 403 ? [] : undefined,
      }),
    },
  },
  observe: observeEachForbidden('error.message', (message) =>
    typeof message === 'string' ? steady(message) : message,
  ),
})
