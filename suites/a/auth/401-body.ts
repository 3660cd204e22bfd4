import fc from 'fast-check'
import { unauthorizedBody } from '../../../src/judge/error-body.ts'
import { invariant, type RequestCases } from '../../../src/rule.ts'
import { USERS, users } from '../api.ts'
import { anyFailure, anyForm, type Failure, FORMS, type Form, failing, failures } from '../classes.ts'

interface Case {
  readonly by: Form
  readonly failure: Failure
}

const cases: RequestCases<Case> = {
  first: (target) => FORMS.flatMap((by, i) => failures(target, i).map((failure) => ({ by, failure }))),
  any: (target) => fc.record({ by: anyForm, failure: anyFailure(target) }),
  count: [2, 14, 60],
  request: ({ by, failure }, target) => users(target, {}, failing(target, failure, by)),
}

export default invariant({
  level: 'stated',
  title: 'the body of every 401 has code unauthorized, status 401 and the message "Invalid or missing API key"',
  clauses: ['5.5', '7.401', '7.401.message', '7.body.code', '7.body.message', '7.body.status'],
  tried: 'every 401 of GET /users, whichever rule asked for it, in each failure class and by both forms',
  meaning:
    'a client that tells errors apart by error.code does not know this one for a bad key, or cannot read it at all',
  causes: [
    'the framework, or a gateway in front of it, answers 401 in its own words',
    'each failure class has an error of its own',
    'error.status is left out or written as text',
  ],
  needs: ['key'],
  after: ['a.auth.missing-key'],
  cases,
  applies: (x) => x.response?.status === 401 && x.req.endpoint === USERS && (x.req.method ?? 'GET') === 'GET',
  judge: unauthorizedBody,
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
    'status-of-another-error': {
      errorBody: ({ code, message, status }, call) => ({
        error: { code, message, status: call.failure === 'malformed' ? 400 : status },
      }),
    },
    'html-by-bearer': {
      refusalText: (text, _failure, call) => (call.form === 'bearer' ? '<h1>401 Unauthorized</h1>' : text),
    },
    empty: { refusalText: (text, failure) => (failure === 'missing' ? '' : text) },
    'not-nested': {
      errorBody: ({ status, code, message }, call) =>
        call.failure ? { code, message, status } : { error: { code, message, status } },
    },
    'code-twice': { refusalText: (text) => text.replace('"code":', '"code":"error","code":') },
  },
})
