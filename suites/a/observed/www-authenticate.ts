import { headerValues } from '../../../src/core/exchange.ts'
import { noCredential } from '../../../src/core/key-format.ts'
import { observation } from '../../../src/core/rule.ts'
import { noise } from '../../shared/freedoms.ts'
import { users } from '../api.ts'

export default observation({
  title: 'The WWW-Authenticate header of a 401',
  clauses: ['7.401'],
  tried: 'GET /users without a key. HTTP requires the header in every 401; the reference does not mention it.',
  meaning: 'Some HTTP libraries treat a 401 without it as a protocol error, or open a password dialog with it.',
  freedoms: {
    challenge: { refusalHeaders: () => [['WWW-Authenticate', 'Bearer realm="api", error="invalid_token"']] },
    'two-challenges': {
      refusalHeaders: () => [
        ['WWW-Authenticate', 'ApiKey realm="tenant api"'],
        ['www-authenticate', 'Bearer'],
      ],
    },
    'with-a-nonce': {
      refusalHeaders: (_failure, call) => [
        ['WWW-Authenticate', `Digest realm="api", nonce="${noise(call.n, 4e9).toString(36)}"`],
      ],
    },
    'forbidden-in-other-words': {
      forbiddenMessage: () => '',
      errorBody: ({ status, code, message, details }) => ({
        error: { status, code, message, details, required_scopes: status === 403 ? ['users:read'] : [] },
      }),
    },
  },
  observe: async (tools) =>
    headerValues((await tools.once(users(tools.target, {}, noCredential))).response!, 'www-authenticate').map(scheme),
})

/** Parameters such as a nonce change with each response. */
const scheme = (value: string): string => value.split(/[ ,]/, 1)[0]!
