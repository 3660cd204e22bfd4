import { noCredential } from '../../../src/core/key-format.ts'
import { observation } from '../../../src/core/rule.ts'
import { contentType } from '../../../src/judge/observed-response.ts'
import { errorFormats } from '../../shared/freedoms.ts'
import { call } from '../api.ts'

export default observation({
  title: 'The content types of a 401 and a 422',
  clauses: ['7.body'],
  tried: 'GET /projects without a key, and with size=0.',
  meaning: 'A client that decides by content type whether to parse the error body needs to know it.',
  freedoms: errorFormats,
  observe: async (tools) => {
    const [refused, invalid] = await Promise.all([
      tools.once(call(tools.target, 'projects', {}, { credential: noCredential })),
      tools.once(call(tools.target, 'projects', { size: 0 })),
    ])
    return { 'without a key': contentType(refused.response!), 'size=0': contentType(invalid.response!) }
  },
})
