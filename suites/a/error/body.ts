import { invariant } from '../../../src/core/rule.ts'
import { errorBody } from '../../../src/judge/error-body.ts'
import { USERS } from '../api.ts'
import { invalidRequests } from '../support/invalid-queries.ts'

export default invariant({
  level: 'stated',
  title: 'Every error has the strings error.code and error.message, and error.status equal to the HTTP status',
  clauses: ['7.body', '7.body.code', '7.body.message', '7.body.status'],
  tried:
    'Every response of GET /users with a status of 400 or above, whichever rule requested it; also invalid parameters, for which any status conforms.',
  meaning: 'A client cannot tell what went wrong, or fails while it parses the error.',
  causes: [
    'the framework responds to invalid parameters, or to its own failures, with another body',
    'error.status is left out, written as text, or a code of another kind',
    'code or message is null, or a list of messages',
  ],
  needs: ['key'],
  after: ['a.auth.api-key-accepted'],
  cases: invalidRequests,
  applies: (x) => (x.response?.status ?? 0) >= 400 && x.req.endpoint === USERS && (x.req.method ?? 'GET') === 'GET',
  judge: errorBody,
  faults: {
    'words-of-the-framework': {
      errorBody: ({ status, code, message }) =>
        status === 400 ? { detail: [{ loc: ['query'], msg: message }] } : { error: { code, message, status } },
    },
    'html-when-it-fails': {
      aInteger: (text, parameter, call) => {
        if (text.length > 18) throw new RangeError('value out of range')
        return call.lawful.aInteger(text, parameter, call)
      },
      json: (value, call) =>
        JSON.stringify(value, (_, part) => (typeof part === 'bigint' ? Number(part) : part)).includes('internal_error')
          ? '<html><body>500 Internal Server Error</body></html>'
          : call.lawful.json(value, call),
    },
    'status-as-text': {
      errorBody: ({ status, code, message }) => ({ error: { code, message, status: `${status}` } }),
    },
    'status-always-500': {
      errorBody: ({ status, code, message }, call) => ({
        error: { code, message, status: call.failure ? status : 500 },
      }),
    },
    'code-a-number': {
      errorBody: ({ status, code, message }) => ({ error: { code: status === 400 ? 1001 : code, message, status } }),
    },
    'messages-as-a-list': {
      errorBody: ({ status, code, message }) => ({
        error: { code, message: status === 400 ? message.split('; ') : message, status },
      }),
    },
    'null-message-for-updated-since': {
      errorBody: ({ status, code, message }) => ({
        error: { code, message: message.startsWith('updated_since') ? null : message, status },
      }),
    },
    'empty-for-not-an-integer': {
      answer: (answer, call) =>
        answer.status === 400 && /page=[a-z]/.test(call.search) ? { ...answer, body: '' } : answer,
    },
    'latin-1-text': {
      answer: (answer) =>
        answer.status === 400
          ? {
              ...answer,
              body: Buffer.from('{"error":{"code":"invalid","message":"ung\u00fcltig","status":400}}', 'latin1'),
            }
          : answer,
    },
  },
})
