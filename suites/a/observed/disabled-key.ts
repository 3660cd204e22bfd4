import { inApiKey, whole } from '../../../src/core/key-format.ts'
import { observation } from '../../../src/core/rule.ts'
import { seen } from '../../../src/judge/seen.ts'
import { users } from '../api.ts'

export default observation({
  title: 'what a disabled key is answered',
  clauses: ['3.disable.off', '7.open.codes', '7.open.statuses'],
  tried: 'GET /users with the disabled key',
  meaning: 'a client whose key is off for now sees the same as one whose key is gone for good, or is told',
  needs: ['key:disabled'],
  after: ['a.auth.api-key-accepted'],
  freedoms: {
    'capital-hex': {
      newKeyId: (bytes, desk) => desk.lawful.newKeyId(bytes, desk).toUpperCase(),
      newSecret: (bytes, desk) => desk.lawful.newSecret(bytes, desk).toUpperCase(),
    },
    'hex-by-its-letters': {
      newKeyId: (bytes, desk) => desk.lawful.newKeyId(bytes, desk).replace(/[ace]/g, (c) => c.toUpperCase()),
      newSecret: (bytes, desk) => desk.lawful.newSecret(bytes, desk).replace(/[bdf]/g, (c) => c.toUpperCase()),
      secretDigested: (secret) => secret,
    },
    'prefix-with-underscores': { keyPrefix: () => 'acme_live_eu_1' },
    'prefix-of-one-letter': { keyPrefix: () => 'k' },
    'prefix-like-a-key-id': { keyPrefix: () => 'deadbeefdeadbeef' },
    'prefix-like-a-key': { keyPrefix: () => `x_0123456789abcdef_${'0123456789abcdef'.repeat(4)}` },
    'prefix-with-other-marks': { keyPrefix: () => 'Tenant-API.v1~' },
  },
  observe: async (tools) =>
    seen(await tools.sparingly(users(tools.target, {}, inApiKey(whole(tools.target.keys.disabled!), 'disabled')))),
})
