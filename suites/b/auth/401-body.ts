import type { Req } from '../../../src/core/exchange.ts'
import { invariant, type RequestCases } from '../../../src/core/rule.ts'
import { unauthorizedBody } from '../../../src/judge/error-body.ts'
import { alternatePairs } from '../../shared/alternate-pairs.ts'
import { languageOf } from '../../shared/clients/faults.ts'
import { PROBLEM_JSON, TURKISH } from '../../shared/clients/variations.ts'
import { badCredential } from '../../shared/credential-failures.ts'
import { call, reachable, type Way } from '../api.ts'
import { type FailureClass, failureClasses } from '../support/failure-classes.ts'

interface Case extends Way {
  readonly bad: FailureClass
  readonly client?: 'plain' | 'problem'
}

const TURKISH_CLIENT = [
  ['Accept', '*/*'],
  ['Accept-Language', TURKISH],
] as const

/** Few: every 401 that other rules get is judged as well. */
const cases: RequestCases<Case> = {
  first: (target) => {
    const all = alternatePairs(failureClasses(target), reachable(target)).map(
      ([bad, endpoint]): Case => ({ endpoint, bad }),
    )
    return [
      ...all.slice(0, 6),
      { endpoint: 'company', bad: 'missing', client: 'plain' },
      { endpoint: 'projects', bad: 'missing', client: 'problem' },
      ...all.slice(6),
    ]
  },
  count: [1, 8, 32],
  request: ({ endpoint, bad, client }, target) => ({
    ...call(target, endpoint, {}, { credential: badCredential(target, { class: bad }) }),
    ...(client && { headers: client === 'plain' ? TURKISH_CLIENT : [['Accept', PROBLEM_JSON]] }),
  }),
}

const isGet = ({ method = 'GET' }: Req): boolean => method === 'GET'

/** That a key which is no credential failure gets a 401 is wrong in itself, and judged elsewhere. */
const isValid = ({ credential }: Req): boolean => ['active', 'no-scope', 'other-company'].includes(credential.class)

export default invariant({
  level: 'stated',
  title: 'Every 401 has code `unauthorized`, status 401 and the message "Invalid or missing API key"',
  clauses: ['5.2', '7.401', '7.401.message', '7.body', '7.body.code', '7.body.message', '7.body.status'],
  tried: 'Every 401 from a documented endpoint, whichever rule requested it. Further fields conform.',
  meaning: 'A client that reads error.code, error.message or error.status misreads this 401.',
  causes: [
    'one kind of bad key, one endpoint or one layer writes its own error body',
    'a gateway or a framework responds before the application',
    'error.status is written as a string, or left out',
  ],
  needs: ['key'],
  after: ['b.auth.missing-key'],
  faults: {
    'framework-body': {
      errorBody: (error, call) => (call.failure ? { detail: error.message } : call.conforming.errorBody(error, call)),
    },
    'code-of-its-own-for-expired': {
      refusalCode: (failure) => (failure === 'expired' ? 'key_expired' : 'unauthorized'),
    },
    'message-of-its-own-for-malformed': {
      refusalMessage: (failure, call) =>
        failure === 'malformed' ? 'Malformed key' : call.conforming.refusalMessage(failure, call),
    },
    'status-as-text': {
      errorBody: ({ code, message, status }) => ({
        error: { code, message, status: status === 401 ? String(status) : status },
      }),
    },
    'other-letter-case-at-rows': {
      refusalMessage: (failure, call) =>
        call.endpoint === 'rows' ? 'Invalid or missing api key' : call.conforming.refusalMessage(failure, call),
    },
    'html-at-company': {
      refusalText: (text, _failure, call) => (call.endpoint === 'company' ? '<h1>401 Unauthorized</h1>' : text),
    },
    'html-unless-json-is-asked-for': {
      refusalText: (text, _failure, call) => (/json/.test(call.header('accept')[0] ?? '') ? text : '<h1>401</h1>'),
    },
    'code-in-the-lower-case-of-the-language': {
      refusalCode: (_, call) => 'UNAUTHORIZED'.toLocaleLowerCase(languageOf(call)),
    },
    'message-in-the-language-of-the-client': {
      refusalMessage: (failure, call) =>
        languageOf(call) === 'tr' ? 'Anahtar yok' : call.conforming.refusalMessage(failure, call),
    },
    'body-of-the-framework-where-problem-json-is-accepted': {
      errorBody: (error, call) =>
        error.status === 401 && /problem\+json/.test(call.header('accept')[0] ?? '')
          ? { type: 'about:blank', title: error.message, status: error.status }
          : call.conforming.errorBody(error, call),
    },
    'no-body-when-missing': { refusalText: (text, failure) => (failure === 'missing' ? '' : text) },
    'not-nested': {
      errorBody: ({ status, code, message }, call) =>
        call.failure ? { code, message, status } : call.conforming.errorBody({ status, code, message }, call),
    },
    'code-twice': { refusalText: (text) => text.replace('"code":', '"code":"error","code":') },
    'status-zero': {
      errorBody: ({ code, message, status }) => ({ error: { code, message, status: status === 401 ? 0 : status } }),
    },
  },
  quickMisses: {
    'body-of-the-framework-where-problem-json-is-accepted':
      'quick depth sends no request with an Accept header other than JSON',
    'code-in-the-lower-case-of-the-language': 'quick depth sends no request in another language',
    'message-in-the-language-of-the-client': 'quick depth sends no request in another language',
    'html-unless-json-is-asked-for': 'quick depth sends no request with an Accept header other than JSON',
  },
  freedoms: {
    'more-members': {
      errorBody: ({ code, message, status, details }) => ({
        type: 'about:blank',
        error: { status, message, code, details, documentation: 'https://docs.example' },
      }),
    },
    'request-id-in-the-body': {
      errorBody: ({ code, message, status, details }, call) => ({
        error: { code, message, status, details, request: `r-${(call.n * 2_654_435_761) % 4_294_967_296}` },
      }),
    },
  },
  cases,
  applies: ({ req, response }) => response?.status === 401 && req.endpoint !== null && isGet(req) && !isValid(req),
  judge: (x) => unauthorizedBody(x, '5.2'),
})
