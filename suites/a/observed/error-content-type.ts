import { noCredential } from '../../../src/core/key-format.ts'
import { observation } from '../../../src/core/rule.ts'
import { contentType } from '../../../src/judge/observed-response.ts'
import { errorFormats } from '../../shared/freedoms.ts'
import { users } from '../api.ts'

export default observation({
  title: 'The content type of a 401',
  clauses: ['7.body'],
  tried: 'GET /users without a key.',
  meaning: 'A client that decides by content type whether to parse the error body needs to know it.',
  freedoms: {
    ...errorFormats,
    'pretty-printed-errors': {
      json: (value, call) => (call.failure ? JSON.stringify(value, null, 4) : call.conforming.json(value, call)),
    },
  },
  observe: async (tools) => contentType((await tools.once(users(tools.target, {}, noCredential))).response!),
})
