import { observation } from '../../../src/core/rule.ts'
import { headerNames } from '../../shared/observations.ts'
import { activeBearer, users } from '../api.ts'

const replayHeaders = headerNames(/idempoten|replay/)

export default observation({
  since: 3,
  title: 'The response to a request with an Idempotency-Key header, and the headers about it',
  clauses: ['5.4.open.header'],
  tried: 'GET /users via Bearer with an Idempotency-Key. Only names of headers are recorded.',
  meaning: 'A client learns whether the server reads this header; the reference does not name the one that it reads.',
  after: ['a.auth.bearer-accepted'],
  freedoms: {
    'replay-announced': {
      extraHeaders: (call) => (call.header('idempotency-key').length > 0 ? [['Idempotency-Replayed', 'true']] : []),
    },
    'key-echoed': {
      extraHeaders: (call) => call.header('idempotency-key').map((value) => ['Idempotency-Key', value] as const),
    },
  },
  observe: async ({ get, target, random }) => {
    const headers = [['Idempotency-Key', `retry-${Math.floor(random() * 2 ** 40)}`]] as const
    const { response } = await get({ ...users(target, {}, activeBearer(target)), headers, outside: true })
    return response ? { status: response.status, headers: replayHeaders(response) } : null
  },
})
