import { trial } from '../../../src/core/rule.ts'
import { bypassFaults, bypassQuickMisses, sharedCacheFaults, sharedCacheFreedoms } from '../../shared/clients/faults.ts'
import { neverWithoutKey } from '../../shared/clients/never-without-key.ts'
import { surface } from '../api.ts'

const SCREENS_ONLY = 'quick depth sends two requests with many headers, and some hide others'

export default trial({
  level: 'stated',
  title: 'A request without a valid key gets no data, whichever headers it carries',
  clauses: ['1.key-required', '5.1'],
  tried:
    'Requests without a key, with an unknown one and with a wrong secret, with pairs of the headers, orders and spellings that clients and proxies vary: validators, cookies, forwarded addresses, origins, routes, methods, idempotency keys, headers of internal services, offers of other protocols. A gateway may refuse them by itself. A response to a valid key whose headers let shared caches serve it to anyone is a warning.',
  meaning: 'Anyone who sends these headers reads the data without a valid key.',
  causes: [
    'the server or a proxy trusts this header and skips the key check',
    'requests from an internal address are trusted, and the address is read from a header',
    'a validator or a stored response is checked before the key',
    'preflight requests skip authentication, and are recognised by a header',
    'the path or method that decides on authentication is taken from a header',
  ],
  needs: ['key'],
  since: 3,
  after: ['a.auth.missing-key'],
  follows: ['a.auth.unknown-key', 'a.auth.wrong-secret'],
  faults: { ...bypassFaults, ...sharedCacheFaults },
  freedoms: sharedCacheFreedoms,
  quickMisses: {
    'any-key-where-the-connection-closes': SCREENS_ONLY,
    'key-id-is-enough-behind-the-proxy': SCREENS_ONLY,
    ...bypassQuickMisses,
    'list-by-options': SCREENS_ONLY,
    'login-page-for-browsers': SCREENS_ONLY,
    'own-origin-trusted': SCREENS_ONLY,
  },
  ...neverWithoutKey(surface),
})
