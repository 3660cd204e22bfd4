import { trial } from '../../../src/core/rule.ts'
import { languageOf } from '../../shared/clients/faults.ts'
import { forbids, ONE_CONDITION } from '../support/forbidden.ts'

export default trial({
  level: 'stated',
  title: 'A valid key without a required scope gets 403 with code `forbidden`',
  clauses: ['5.6', '7.403', '7.403.scope', '7.403.message', '7.body'],
  tried:
    'GET /users via both headers with a key that lacks the scope, with valid queries, from different clients, and by HEAD, which must not get a success. Any message conforms.',
  meaning: 'A key reads more than it was granted.',
  causes: [
    'this endpoint does not check the scope, or wrongly: by a part of its name, or as another scope that the key has',
    ONE_CONDITION,
  ],
  needs: ['key', 'key:no-scope'],
  after: ['a.auth.api-key-accepted'],
  follows: ['a.error.body'],
  faults: {
    'not-looked-at': { scopeHeld: () => true },
    'not-looked-at-by-head': {
      scopeHeld: (key, scope, call) => call.method === 'HEAD' || call.conforming.scopeHeld(key, scope, call),
    },
    'head-by-bearer-unchecked': {
      requiredScope: (call) =>
        call.method === 'HEAD' && call.form === 'bearer' ? undefined : call.conforming.requiredScope(call),
    },
    'not-looked-at-by-bearer': {
      scopeHeld: (key, scope, call) => call.form === 'bearer' || call.conforming.scopeHeld(key, scope, call),
    },
    'not-looked-at-with-updated-since': {
      requiredScope: (call) =>
        call.query('updated_since').length > 0 ? undefined : call.conforming.requiredScope(call),
    },
    'not-looked-at-for-a-tool-of-developers': {
      scopeHeld: (key, scope, call) =>
        /^Postman/.test(call.header('user-agent')[0] ?? '') || call.conforming.scopeHeld(key, scope, call),
    },
    'not-looked-at-for-probes': {
      requiredScope: (call) =>
        /probe/.test(call.header('user-agent')[0] ?? '') ? undefined : call.conforming.requiredScope(call),
    },
    unauthorized: { forbiddenStatus: (lacks) => (lacks === 'scope' ? 401 : 403) },
    'not-found': { forbiddenStatus: (lacks) => (lacks === 'scope' ? 404 : 403) },
    'code-of-its-own': { forbiddenCode: (lacks) => (lacks === 'scope' ? 'insufficient_scope' : 'forbidden') },
    'code-in-the-lower-case-of-the-language': {
      forbiddenCode: (_, call) => 'FORBIDDEN'.toLocaleLowerCase(languageOf(call)),
    },
    'code-translated': {
      forbiddenCode: (_, call) => (languageOf(call) === 'tr' ? 'yasak' : 'forbidden'),
    },
    'code-in-capitals': { forbiddenCode: () => 'FORBIDDEN' },
    'words-of-the-framework': {
      errorBody: ({ status, code, message, details }) =>
        status === 403 ? { detail: 'Forbidden' } : { error: { code, message, status, details } },
    },
  },
  quickMisses: {
    'not-looked-at-for-a-tool-of-developers': 'quick depth sends such a key from few clients',
    'not-looked-at-for-probes': 'quick depth sends such a key from few clients',
    'not-looked-at-by-head': 'quick depth sends no HEAD with such a key',
    'head-by-bearer-unchecked': 'quick depth sends no HEAD with such a key',
  },
  freedoms: {
    'robots-refused': {
      gateway: (call) =>
        /bot|probe|health/i.test(call.header('user-agent')[0] ?? '')
          ? { status: 403, headers: [['Content-Type', 'text/html']], body: '<html>refused</html>' }
          : undefined,
    },
    'head-not-served': { methodAllowed: (method) => method === 'GET' },
    'head-refused-by-a-gateway': {
      gateway: (call) => (call.method === 'HEAD' ? { status: 405, headers: [], body: '' } : undefined),
    },
  },
  ...forbids('no-scope', [2, 10, 30]),
})
