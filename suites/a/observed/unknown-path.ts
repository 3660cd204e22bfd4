import { noCredential } from '../../../src/core/key-format.ts'
import { observation } from '../../../src/core/rule.ts'
import { observedResponse } from '../../../src/judge/observed-response.ts'
import { users } from '../api.ts'

export default observation({
  title: 'The response to a path that the reference does not name, with and without a key',
  clauses: ['4.open.endpoints', '7.open.codes', '7.open.statuses', '1.open.resources'],
  tried: 'GET /no-such-thing below /api/public/v1.',
  meaning: 'A client with a misspelt path gets this response.',
  after: ['a.auth.api-key-accepted'],
  freedoms: {
    'html-before-the-credential': {
      gateway: ({ endpoint }) =>
        endpoint === 'unknown'
          ? { status: 404, headers: [['Content-Type', 'text/html']], body: '<h1>Not found</h1>' }
          : undefined,
    },
    'refused-as-forbidden': { notFound: () => ({ status: 403, code: 'forbidden', message: 'Nothing to see here' }) },
    'as-a-bad-key': { notFound: () => ({ status: 401, code: 'unauthorized', message: 'Invalid or missing API key' }) },
    'with-success': {
      gateway: ({ endpoint }) => (endpoint === 'unknown' ? { status: 200, headers: [], body: 'welcome' } : undefined),
    },
  },
  observe: async (tools) => {
    const nowhere = { ...users(tools.target), endpoint: null, path: '/no-such-thing', outside: true }
    const [withKey, without] = await Promise.all([
      tools.get(nowhere),
      tools.get({ ...nowhere, credential: noCredential }),
    ])
    return { 'with the active key': observedResponse(withKey), 'without a key': observedResponse(without) }
  },
})
