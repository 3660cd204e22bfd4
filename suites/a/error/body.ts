import { type Exchange, isSuccess } from '../../../src/core/exchange.ts'
import { at } from '../../../src/core/json-values.ts'
import { invariant } from '../../../src/core/rule.ts'
import { limitedBody, usableErrorBody } from '../../../src/judge/error-body.ts'
import { USERS } from '../api.ts'
import { invalidRequests } from '../support/invalid-queries.ts'

const isError = ({ response }: Exchange): boolean => (response?.status ?? 0) >= 400

/** A success that has an error in place of a page. A note beside data, or an error that is null, is none. */
const hidesError = (x: Exchange): boolean => {
  const json = x.response?.json
  return isSuccess(x) && Boolean(at(json, 'error')) && at(json, 'data') === undefined
}

export default invariant({
  level: 'stated',
  title: 'Every error has the strings error.code and error.message, and error.status equal to the HTTP status',
  clauses: ['7.body', '7.body.code', '7.body.message', '7.body.status'],
  tried:
    'Every response of GET /users with a status of 400 or above, or with an error in place of a page, whichever rule requested it, apart from malformed queries; also invalid parameters, for which any status conforms, from clients that accept other types than JSON. A 429 is a warning, since a proxy may have sent it, and so is an empty error.code.',
  meaning: 'A client does not know what went wrong, or fails while it parses the error.',
  causes: [
    'the framework responds to invalid parameters, or to its own failures, with another body',
    'error.status is left out, written as text, or a code of another kind',
    'code or message is null, or a list of messages',
    'errors are sent with status 200',
  ],
  needs: ['key'],
  after: ['a.auth.api-key-accepted'],
  follows: ['a.auth.401-body'],
  cases: invalidRequests,
  applies: (x) =>
    (isError(x) || hidesError(x) || x.limited !== undefined) &&
    x.req.endpoint === USERS &&
    (x.req.method ?? 'GET') === 'GET',
  judge: (x) => (isError(x) || hidesError(x) ? usableErrorBody(x) : undefined) ?? limitedBody(x),
  faults: {
    'words-of-the-framework': {
      errorBody: ({ status, code, message }) =>
        status === 400 ? { detail: [{ loc: ['query'], msg: message }] } : { error: { code, message, status } },
    },
    'html-when-it-fails': {
      aInteger: (text, parameter, call) => {
        if (text.length > 18) throw new RangeError('value out of range')
        return call.conforming.aInteger(text, parameter, call)
      },
      json: (value, call) =>
        JSON.stringify(value, (_, part) => (typeof part === 'bigint' ? Number(part) : part)).includes('internal_error')
          ? '<html><body>500 Internal Server Error</body></html>'
          : call.conforming.json(value, call),
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
      response: (response, call) =>
        response.status === 400 && /page=[a-z]/.test(call.search) ? { ...response, body: '' } : response,
    },
    'html-for-browsers': {
      response: (response, call) =>
        response.status >= 400 && /html/.test(call.header('accept').join())
          ? { ...response, headers: [['Content-Type', 'text/html']], body: '<h1>Bad Request</h1>' }
          : response,
    },
    'xml-where-preferred': {
      response: (response, call) =>
        response.status === 400 && /^application\/xml/.test(call.header('accept').join())
          ? { ...response, body: '<error><code>invalid</code></error>' }
          : response,
    },
    'text-unless-json-is-named': {
      response: (response, call) =>
        response.status === 400 && !/json/.test(call.header('accept').join())
          ? { ...response, body: 'Bad Request' }
          : response,
    },
    'throttled-in-words-of-the-framework': {
      gateway: (call) =>
        call.n % 9 === 8
          ? { status: 429, headers: [['Retry-After', '0']], body: '{"detail":"Request was throttled."}' }
          : undefined,
    },
    'throttled-as-text': {
      gateway: (call) =>
        call.n % 9 === 8
          ? {
              status: 429,
              headers: [['Content-Type', 'text/plain']],
              body: 'Too many requests, please try again later.',
            }
          : undefined,
    },
    'throttled-with-status-as-text': {
      gateway: (call) =>
        call.n % 9 === 8
          ? { status: 429, headers: [], body: '{"error":{"code":"throttled","message":"Slow down","status":"429"}}' }
          : undefined,
    },
    'code-empty': {
      errorBody: ({ status, code, message }) => ({ error: { code: status === 400 ? '' : code, message, status } }),
    },
    'sent-with-200': { response: (response) => (response.status === 400 ? { ...response, status: 200 } : response) },
    'text-with-200-for-updated-since': {
      response: (response, call) =>
        response.status === 400 && /since=[a-z]/.test(call.search)
          ? { ...response, status: 200, body: '{"error":"unreadable timestamp"}' }
          : response,
    },
    'latin-1-text': {
      response: (response) =>
        response.status === 400
          ? {
              ...response,
              body: Buffer.from('{"error":{"code":"invalid","message":"ung\u00fcltig","status":400}}', 'latin1'),
            }
          : response,
    },
  },
  quickMisses: {
    'html-for-browsers': 'quick depth sends no request as a client that accepts other types than JSON',
    'xml-where-preferred': 'quick depth sends no request as a client that accepts other types than JSON',
    'text-unless-json-is-named': 'quick depth sends no request as a client that accepts other types than JSON',
  },
  freedoms: {
    'null-error-beside-data': {
      aEnvelope: (data, pagination) => ({ data, pagination, error: null, warnings: [] }),
    },
    'empty-object-for-invalid-parameters': {
      response: (response) =>
        response.status === 400 ? { ...response, status: 200, body: '{"error":null}' } : response,
    },
    'proxy-limits-with-a-page': {
      gateway: (call) =>
        call.n % 15 === 14
          ? {
              status: 429,
              headers: [['Content-Type', 'text/html']],
              body: '<html><h1>429 Too Many Requests</h1></html>',
            }
          : undefined,
    },
    'proxy-limits-without-a-body': {
      gateway: (call) => (call.n % 15 === 14 ? { status: 429, headers: [['Retry-After', '0']], body: '' } : undefined),
    },
  },
})
