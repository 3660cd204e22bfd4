import fc from 'fast-check'
import { PLAIN_CLIENT } from '../../../src/core/key-format.ts'
import { invariant, type RequestCases } from '../../../src/core/rule.ts'
import { unauthorizedBody } from '../../../src/judge/error-body.ts'
import { languageOf } from '../../shared/clients/faults.ts'
import { PROBLEM_JSON, TURKISH } from '../../shared/clients/variations.ts'
import { badCredential, type Failure } from '../../shared/credential-failures.ts'
import { FORMS, headerOf, USERS, users, type Way } from '../api.ts'
import { anyFailure, failures } from '../support/credential-failures.ts'

interface Case extends Way {
  readonly failure: Failure
  readonly client?: 'plain' | 'turkish' | 'problem'
}

const CLIENT_HEADERS = {
  plain: PLAIN_CLIENT,
  turkish: [['Accept-Language', TURKISH]],
  problem: [['Accept', PROBLEM_JSON]],
} as const

const cases: RequestCases<Case> = {
  first: (target) => [
    ...FORMS.flatMap((by, i) => failures(target, i).map((failure): Case => ({ by, failure }))),
    { by: 'Bearer', failure: failures(target)[0]!, client: 'plain' },
    { by: 'X-Api-Key', failure: failures(target)[0]!, client: 'turkish' },
    { by: 'Bearer', failure: failures(target)[0]!, client: 'problem' },
  ],
  any: (target) => fc.record({ by: fc.constantFrom(...FORMS), failure: anyFailure(target) }),
  count: [2, 17, 61],
  request: ({ by, failure, client }, target) => ({
    ...users(target, {}, badCredential(target, failure, headerOf(by))),
    ...(client && { headers: CLIENT_HEADERS[client] }),
  }),
}

export default invariant({
  level: 'stated',
  title: 'Every 401 has code `unauthorized`, status 401 and the message "Invalid or missing API key"',
  clauses: ['5.5', '7.401', '7.401.message', '7.body.code', '7.body.message', '7.body.status'],
  tried: 'Every 401 of GET /users, whichever rule requested it, in each failure class and via both headers.',
  meaning: 'A client that branches on error.code does not recognise a bad key, or cannot read the error at all.',
  causes: [
    'the framework, or a gateway in front of it, sends its own 401',
    'each failure class has a different error',
    'error.status is left out or written as text',
  ],
  needs: ['key'],
  after: ['a.auth.missing-key'],
  cases,
  applies: (x) => x.response?.status === 401 && x.req.endpoint === USERS && (x.req.method ?? 'GET') === 'GET',
  judge: (x) => unauthorizedBody(x, '5.5'),
  faults: {
    'code-tells': { refusalCode: (failure) => (failure === 'expired' ? 'key_expired' : 'unauthorized') },
    'message-tells': {
      refusalMessage: (failure) => (failure === 'revoked' ? 'API key was revoked' : 'Invalid or missing API key'),
    },
    'message-without-capitals': { refusalMessage: () => 'invalid or missing api key' },
    'message-with-a-full-stop': {
      refusalMessage: (failure) => `Invalid or missing API key${failure === 'missing' ? '.' : ''}`,
    },
    'status-as-text': {
      errorBody: ({ status, code, message }) => ({
        error: { code, message, status: status === 401 ? String(status) : status },
      }),
    },
    'body-of-the-framework-where-problem-json-is-accepted': {
      errorBody: (error, call) =>
        error.status === 401 && /problem\+json/.test(call.header('accept')[0] ?? '')
          ? { type: 'about:blank', title: error.message, status: error.status }
          : call.conforming.errorBody(error, call),
    },
    'status-of-another-error': {
      errorBody: ({ code, message, status }, call) => ({
        error: { code, message, status: call.failure === 'malformed' ? 400 : status },
      }),
    },
    'html-by-bearer': {
      refusalText: (text, _failure, call) => (call.form === 'bearer' ? '<h1>401 Unauthorized</h1>' : text),
    },
    'html-unless-json-is-asked-for': {
      refusalText: (text, _failure, call) => (/json/.test(call.header('accept')[0] ?? '') ? text : '<h1>401</h1>'),
    },
    'message-in-the-language-of-the-client': {
      refusalMessage: (_, call) =>
        /^de/.test(call.header('accept-language')[0] ?? '') ? 'Kein Schlüssel' : 'Invalid or missing API key',
    },
    'code-in-the-lower-case-of-the-language': {
      refusalCode: (_, call) => 'UNAUTHORIZED'.toLocaleLowerCase(languageOf(call)),
    },
    'message-capitalized-in-the-language': {
      refusalMessage: (_, call) => `${'i'.toLocaleUpperCase(languageOf(call))}nvalid or missing API key`,
    },
    empty: { refusalText: (text, failure) => (failure === 'missing' ? '' : text) },
    'not-nested': {
      errorBody: ({ status, code, message }, call) =>
        call.failure ? { code, message, status } : { error: { code, message, status } },
    },
    'code-twice': { refusalText: (text) => text.replace('"code":', '"code":"error","code":') },
  },
  quickMisses: {
    'body-of-the-framework-where-problem-json-is-accepted':
      'quick depth sends no request with an Accept header other than JSON',
    'code-in-the-lower-case-of-the-language': 'quick depth sends no request in another language',
    'message-capitalized-in-the-language': 'quick depth sends no request in another language',
    'html-unless-json-is-asked-for': 'quick depth sends no request with an Accept header other than JSON',
    'message-in-the-language-of-the-client': 'quick depth sends no request with an Accept header other than JSON',
  },
})
