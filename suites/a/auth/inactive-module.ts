import { trial } from '../../../src/core/rule.ts'
import { forbids, ONE_CONDITION } from '../support/forbidden.ts'

export default trial({
  level: 'stated',
  title: 'A valid key of a company without a required module gets 403 with code `forbidden`',
  clauses: ['5.6.module', '7.403', '7.403.module', '7.403.message', '7.body'],
  tried:
    'GET /users via both headers with a key of such a company, with valid queries, and by HEAD, which must not get a success. Any message conforms.',
  meaning: 'A company uses a platform module that it has not activated.',
  causes: ['the API does not check the module, or not whether it is active', ONE_CONDITION],
  needs: ['key', 'key:no-module'],
  after: ['a.auth.api-key-accepted'],
  faults: {
    'not-looked-at': { moduleActive: () => true },
    'not-looked-at-by-head': {
      requiredModule: (call) => (call.method === 'HEAD' ? undefined : call.conforming.requiredModule(call)),
    },
    'not-looked-at-by-bearer': {
      requiredModule: (call) => (call.form === 'bearer' ? undefined : call.conforming.requiredModule(call)),
    },
    'payment-required': { forbiddenStatus: (lacks) => (lacks === 'module' ? 402 : 403) },
    fails: { forbiddenStatus: (lacks) => (lacks === 'module' ? 500 : 403) },
    'code-of-its-own': { forbiddenCode: (lacks) => (lacks === 'module' ? 'module_inactive' : 'forbidden') },
    'status-left-out': {
      errorBody: ({ status, code, message }) => ({
        error: status === 403 ? { code, message } : { code, message, status },
      }),
    },
    'message-left-out': {
      errorBody: ({ status, code, message }) => ({
        error: status === 403 ? { code, status } : { code, message, status },
      }),
    },
  },
  quickMisses: { 'not-looked-at-by-head': 'quick depth sends no HEAD with such a key' },
  ...forbids('no-module', [2, 10, 30]),
})
