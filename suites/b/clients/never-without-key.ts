import { trial } from '../../../src/core/rule.ts'
import { bypassFaults, bypassQuickMisses, sharedCacheFaults, sharedCacheFreedoms } from '../../shared/clients/faults.ts'
import { neverWithoutKey } from '../../shared/clients/never-without-key.ts'
import { surface } from '../api.ts'

const SCREENS_ONLY = 'quick depth sends two requests with many headers, and some hide others'

export default trial({
  level: 'stated',
  title: 'A request without a valid key gets no data, whichever headers it carries',
  clauses: ['1.key-required', '4.key'],
  tried:
    'Requests without a key, with an unknown one and with a wrong secret, with pairs of the headers, orders and spellings that clients and proxies vary: validators, cookies, forwarded addresses, origins, routes, methods, idempotency keys, headers of internal services, offers of other protocols. A gateway may refuse them by itself. Data with a key that its headers let shared caches serve without one is a warning.',
  meaning: 'Anyone who sends this header passes the key check, or gets no 401.',
  causes: [
    'the key check trusts what any client can send: an address, an origin, a user agent, a path or a method',
    'a validator or a stored response is checked before the key',
    'preflight requests skip authentication, and are recognised by a header',
  ],
  needs: ['key'],
  since: 3,
  after: ['b.auth.missing-key'],
  follows: ['b.auth.unknown-key', 'b.auth.wrong-secret'],
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
