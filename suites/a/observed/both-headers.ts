import type { Credential } from '../../../src/core/exchange.ts'
import { whole } from '../../../src/core/key-format.ts'
import { observation } from '../../../src/core/rule.ts'
import { observedResponse } from '../../../src/judge/observed-response.ts'
import { users } from '../api.ts'
import { early } from '../support/freedoms.ts'

const NONSENSE = 'no-key-at-all'

export default observation({
  title: 'Which header counts when X-Api-Key and Bearer disagree',
  clauses: ['5.2', '5.3'],
  tried: 'GET /users with the active key in one of the two headers and a malformed one in the other.',
  meaning: 'A client should send only one of them: a proxy that adds the other can lock it out.',
  after: ['a.auth.bearer-accepted'],
  freedoms: {
    'bearer-first': { credentialSources: () => [{ in: 'bearer' }, { in: 'header', name: 'x-api-key' }] },
    'either-of-them': {
      credentialSources: (call) => {
        const good = call.header('x-api-key').some((text) => text.length > 80)
        return good ? [{ in: 'header', name: 'x-api-key' }] : [{ in: 'bearer' }, { in: 'header', name: 'x-api-key' }]
      },
    },
    'refused-as-a-bad-request': {
      gateway: (call) =>
        call.header('x-api-key').length > 0 && call.header('authorization').length > 0 ? early(400) : undefined,
    },
  },
  observe: async (tools) => {
    const key = whole(tools.target.keys.active)
    const send = async (apiKey: Value, bearer: Value) =>
      observedResponse(await tools.get({ ...users(tools.target, {}, both(apiKey, bearer)), open: true }))
    const [apiKeyGood, bearerGood] = await Promise.all([send(key, NONSENSE), send(NONSENSE, key)])
    return { 'X-Api-Key active, Bearer malformed': apiKeyGood, 'X-Api-Key malformed, Bearer active': bearerGood }
  },
})

type Value = ReturnType<typeof whole>

const both = (apiKey: Value, bearer: Value): Credential => ({
  class: 'active',
  form: 'other',
  headers: [
    ['X-Api-Key', apiKey],
    ['Authorization', ['Bearer ', ...bearer]],
  ],
  note: 'in both headers',
})
