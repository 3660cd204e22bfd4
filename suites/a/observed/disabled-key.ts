import { inApiKey, whole } from '../../../src/core/key-format.ts'
import { observation } from '../../../src/core/rule.ts'
import { seen } from '../../../src/judge/seen.ts'
import { keyFormats } from '../../shared/freedoms.ts'
import { users } from '../api.ts'

export default observation({
  title: 'what a disabled key is answered',
  clauses: ['3.disable.off', '7.open.codes', '7.open.statuses'],
  tried: 'GET /users with the disabled key',
  meaning: 'a client whose key is off for now sees the same as one whose key is gone for good, or is told',
  needs: ['key:disabled'],
  after: ['a.auth.api-key-accepted'],
  freedoms: {
    ...keyFormats,
    'prefix-like-a-key-id': { keyPrefix: () => 'deadbeefdeadbeef' },
  },
  observe: async (tools) =>
    seen(await tools.sparingly(users(tools.target, {}, inApiKey(whole(tools.target.keys.disabled!), 'disabled')))),
})
