import { observation } from '../../../src/core/rule.ts'
import { seen } from '../../../src/judge/seen.ts'
import { users } from '../api.ts'

export default observation({
  title: 'what HEAD /users is answered',
  clauses: ['4.open.endpoints'],
  tried: 'HEAD /users with the active key; the reference shows GET only',
  meaning: 'a monitor that asks by HEAD whether the API is up sees this',
  after: ['a.auth.api-key-accepted'],
  freedoms: {
    'not-allowed': { methodAllowed: (method) => method === 'GET' },
    'not-found-without-a-body': {
      gateway: ({ method }) => (method === 'GET' ? undefined : { status: 404, headers: [], body: '' }),
    },
    'not-implemented': {
      gateway: ({ method }) =>
        method === 'HEAD' ? { status: 501, headers: [['Connection', 'close']], body: '' } : undefined,
    },
  },
  observe: async (tools) => seen(await tools.get({ ...users(tools.target), method: 'HEAD', outside: true })),
})
