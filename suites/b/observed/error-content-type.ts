import { contentType } from '../../../src/judge/seen.ts'
import { noCredential } from '../../../src/keys.ts'
import { observation } from '../../../src/rule.ts'
import { call } from '../api.ts'

export default observation({
  title: 'the content types of a 401 and a 422',
  clauses: ['7.body'],
  tried: 'GET /projects without a key, and with size=0',
  meaning: 'a client that decides by content type whether to parse the error body needs to know it',
  observe: async (tools) => {
    const [refused, invalid] = await Promise.all([
      tools.once(call(tools.target, 'projects', {}, { credential: noCredential })),
      tools.once(call(tools.target, 'projects', { size: 0 })),
    ])
    return { 'without a key': contentType(refused.response!), 'size=0': contentType(invalid.response!) }
  },
})
