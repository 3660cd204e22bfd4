import { noCredential } from '../../../src/core/key-format.ts'
import { observation } from '../../../src/core/rule.ts'
import { contentType } from '../../../src/judge/seen.ts'
import { call } from '../api.ts'
import { noise } from '../support/freedoms.ts'

export default observation({
  title: 'the content types of a 401 and a 422',
  clauses: ['7.body'],
  tried: 'GET /projects without a key, and with size=0',
  meaning: 'a client that decides by content type whether to parse the error body needs to know it',
  freedoms: {
    'problem-json': { contentType: (status) => (status < 400 ? 'application/json' : 'application/problem+json') },
    'html-by-name': { contentType: (status) => (status < 400 ? 'application/json' : 'text/html; charset=utf-8') },
    'problem-members-beside': {
      errorBody: ({ status, code, message, details }, call) => ({
        type: 'https://docs.example/errors',
        title: code,
        status,
        detail: message,
        instance: `urn:uuid:${noise(call.n, 4e9).toString(16)}`,
        error: { status, code, message, details },
      }),
    },
    'more-members-in-the-error': {
      errorBody: ({ status, code, message, details }, call) => ({
        error: {
          request_id: `req_${noise(call.n, 4e9).toString(36)}`,
          timestamp: new Date(call.now).toISOString(),
          path: call.path,
          documentation_url: null,
          details: details ?? [],
          message,
          status,
          code,
        },
      }),
    },
    'request-and-its-query-in-the-error': {
      errorBody: ({ status, code, message, details }, call) => ({
        error: { code, message, status, details },
        path: `${call.path}?${call.search}`,
      }),
    },
    'errors-in-chunks': { framing: (call) => (call.failure ? 'chunked' : 'length') },
    'errors-close-the-connection': { connection: (call) => (call.failure ? 'close' : 'keep-alive') },
  },
  observe: async (tools) => {
    const [refused, invalid] = await Promise.all([
      tools.once(call(tools.target, 'projects', {}, { credential: noCredential })),
      tools.once(call(tools.target, 'projects', { size: 0 })),
    ])
    return { 'without a key': contentType(refused.response!), 'size=0': contentType(invalid.response!) }
  },
})
