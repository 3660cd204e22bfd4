import { seen } from '../../../src/judge/seen.ts'
import { inApiKey, whole } from '../../../src/keys.ts'
import { observation } from '../../../src/rule.ts'
import { users } from '../api.ts'

export default observation({
  title: 'what a disabled key is answered',
  clauses: ['3.disable.off', '7.open.codes', '7.open.statuses'],
  tried: 'GET /users with the disabled key',
  meaning: 'a client whose key is off for now sees the same as one whose key is gone for good, or is told',
  needs: ['key:disabled'],
  after: ['a.auth.api-key-accepted'],
  observe: async (tools) =>
    seen(await tools.get(users(tools.target, {}, inApiKey(whole(tools.target.keys.disabled!), 'disabled')))),
})
