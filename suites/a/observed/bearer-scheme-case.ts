import type { Json } from '../../../src/core/json.ts'
import { whole } from '../../../src/core/key-format.ts'
import { observation } from '../../../src/core/rule.ts'
import { observedResponse } from '../../../src/judge/observed-response.ts'
import { users } from '../api.ts'

const SCHEMES = ['bearer', 'BEARER']

export default observation({
  title: 'Whether the scheme Bearer is accepted in another letter case',
  clauses: ['5.3'],
  tried: 'GET /users with the active key in Authorization, with the scheme spelled bearer and BEARER.',
  meaning: 'HTTP schemes are case-insensitive; a client is safe with the spelling of the reference.',
  after: ['a.auth.bearer-accepted'],
  freedoms: {
    'one-spelling-only': { bearerToken: (authorization) => /^Bearer +(.+)$/.exec(authorization)?.[1] },
    'one-blank-only': { bearerToken: (authorization) => /^Bearer ([^ ]+)$/i.exec(authorization)?.[1] },
  },
  observe: async (tools): Promise<Json> => {
    const answers = SCHEMES.map(async (scheme) => {
      const value = [`${scheme} `, ...whole(tools.target.keys.active)]
      const credential = { class: 'active', form: 'other', headers: [['Authorization', value]], note: scheme } as const
      return [
        scheme,
        observedResponse(await tools.get({ ...users(tools.target, {}, credential), open: true })),
      ] as const
    })
    return Object.fromEntries(await Promise.all(answers))
  },
})
