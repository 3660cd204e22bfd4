import { trial } from '../../../src/core/rule.ts'
import { forbids } from '../support/forbidden.ts'

export default trial({
  level: 'stated',
  title: 'A valid key of a company without a required module gets 403 with code `forbidden`',
  clauses: ['5.6.module', '7.403', '7.403.module', '7.403.message', '7.body'],
  tried: 'GET /users via both headers with a key of such a company, with valid queries. Any message conforms.',
  meaning: 'A company uses a module that it has not activated, or its clients mistake that for a bad key.',
  causes: [
    'modules are checked by the product and not by the API',
    'a missing module gets 402 or 404, or another code',
    'the check of the module throws for a company that has none',
  ],
  needs: ['key', 'key:no-module'],
  after: ['a.auth.api-key-accepted'],
  faults: {
    'not-looked-at': { moduleActive: () => true },
    'not-looked-at-by-bearer': {
      requiredModule: (call) => (call.form === 'bearer' ? undefined : call.lawful.requiredModule(call)),
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
  ...forbids('no-module', [2, 10, 30]),
})
