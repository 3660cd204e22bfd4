import { noCredential } from '../../../src/core/key-format.ts'
import { observation } from '../../../src/core/rule.ts'
import { contentType } from '../../../src/judge/seen.ts'
import { users } from '../api.ts'
import { noise } from '../support/freedoms.ts'

export default observation({
  title: 'the content type of a 401',
  clauses: ['7.body'],
  tried: 'GET /users without a key',
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
      errorBody: ({ status, code, message }, call) => ({
        error: { code, message, status },
        path: `${call.path}?${call.search}`,
      }),
    },
    'pretty-printed-errors': {
      json: (value, call) => (call.failure ? JSON.stringify(value, null, 4) : call.lawful.json(value, call)),
    },
    'errors-in-chunks': { framing: (call) => (call.failure ? 'chunked' : 'length') },
    'errors-close-the-connection': { connection: (call) => (call.failure ? 'close' : 'keep-alive') },
  },
  observe: async (tools) => contentType((await tools.once(users(tools.target, {}, noCredential))).response!),
})
