import type { Credential } from '../../../src/core/exchange.ts'
import { whole } from '../../../src/core/key-format.ts'
import { observation } from '../../../src/core/rule.ts'
import type { SecretText } from '../../../src/core/secret-text.ts'
import { seen } from '../../../src/judge/seen.ts'
import { users } from '../api.ts'

export default observation({
  title: 'what a request with X-Api-Key twice is answered',
  clauses: ['5.2'],
  tried: 'GET /users with the header twice: the active key and a malformed one, in either order',
  meaning: 'a client behind a proxy that adds the header should know whether the first, the last or neither counts',
  needs: ['socket'],
  after: ['a.auth.api-key-accepted'],
  freedoms: {
    first: { headerPicked: (values) => values[0]! },
    last: { headerPicked: (values) => values.at(-1)! },
    'refused-without-a-body': {
      gateway: (call) => (call.header('x-api-key').length > 1 ? { status: 400, headers: [], body: '' } : undefined),
    },
  },
  observe: async (tools) => {
    const key = whole(tools.target.keys.active)
    const send = async (...values: SecretText[]) =>
      seen(await tools.get({ ...users(tools.target, {}, repeated(values)), outside: true }))
    const [first, last] = await Promise.all([send(key, 'no-key'), send('no-key', key)])
    return { 'active then malformed': first, 'malformed then active': last }
  },
})

const repeated = (values: readonly SecretText[]): Credential => ({
  class: 'active',
  form: 'other',
  headers: values.map((value) => ['X-Api-Key', value] as const),
  note: 'X-Api-Key twice',
})
