import { observation } from '../../../src/core/rule.ts'
import { seen } from '../../../src/judge/seen.ts'
import { call } from '../api.ts'

export default observation({
  title: 'what OPTIONS /projects is answered',
  clauses: ['4.open.endpoints'],
  tried: 'OPTIONS /projects with the active key; the reference shows GET only',
  meaning: 'a browser that asks before a cross-origin request sees this',
  after: ['b.auth.api-key-accepted'],
  freedoms: {
    'answered-to-browsers': {
      gateway: ({ method }) =>
        method === 'OPTIONS'
          ? {
              status: 200,
              headers: [
                ['Allow', 'GET, HEAD, OPTIONS'],
                ['Access-Control-Allow-Origin', '*'],
              ],
              body: '',
            }
          : undefined,
      extraHeaders: () => [['Access-Control-Allow-Origin', '*']],
    },
    'no-content': {
      gateway: ({ method }) => (method === 'OPTIONS' ? { status: 204, headers: [], body: '' } : undefined),
    },
    'served-as-get': { methodAllowed: () => true },
  },
  observe: async (tools) =>
    seen(await tools.get({ ...call(tools.target, 'projects'), method: 'OPTIONS', outside: true })),
})
