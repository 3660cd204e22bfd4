import { inApiKey, whole } from '../../../src/core/key-format.ts'
import { observation } from '../../../src/core/rule.ts'
import { observedResponse } from '../../../src/judge/observed-response.ts'
import { keyFormats } from '../../shared/freedoms.ts'
import { users } from '../api.ts'

export default observation({
  title: 'The response to a disabled key',
  clauses: ['3.disable.off', '7.open.codes', '7.open.statuses'],
  tried: 'GET /users with the disabled key.',
  meaning: 'A client whose key is disabled gets the same response as with a revoked key, or a different one.',
  needs: ['key:disabled'],
  after: ['a.auth.api-key-accepted'],
  freedoms: {
    ...keyFormats,
    'prefix-like-a-key-id': { keyPrefix: () => 'deadbeefdeadbeef' },
  },
  observe: async (tools) =>
    observedResponse(
      await tools.sparingly(users(tools.target, {}, inApiKey(whole(tools.target.keys.disabled!), 'disabled'))),
    ),
})
