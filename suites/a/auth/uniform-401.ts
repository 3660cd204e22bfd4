import { trial } from '../../../src/core/rule.ts'
import {
  uniformityFaults,
  uniformityFaultsForAll,
  uniformityFaultsForClients,
  uniformityFreedoms,
  unknownPathFaults,
  unknownPathFreedoms,
  unknownPathQuickMisses,
} from '../../shared/refused-key-faults.ts'
import { uniformRefusals } from '../../shared/uniform-refusals.ts'
import { surface } from '../api.ts'
import { uniformBlocks } from '../support/uniformity-blocks.ts'

export default trial({
  level: 'stated',
  title: 'The response to a bad credential does not reveal what is wrong with it',
  clauses: ['5.5', '5.5.uniform'],
  tried:
    'One request of each failure class (a missing, malformed or unknown key, a wrong secret, and each lapsed key that is supplied), in random order over one connection, many times, via both headers, as different clients: plain, a browser on another site, a browser with a cached list, and by HEAD and OPTIONS. A violation is any difference in status, headers or body that follows the class more often than chance allows, and again on fresh requests; an echo of the key that was sent is no difference. Also each bad key at a path that does not exist, where different statuses are a warning, since a router or a proxy may respond first.',
  meaning: 'Anyone who tries keys learns which of them exist, or that a stolen key was once valid.',
  causes: [
    'each check has its own response, with one more header, word or space than the others',
    'the gateway rejects malformed and missing keys, the application the others',
    'filters for CORS, compression or caching run for the refusals of one layer and not for those of the other',
    'a header is set as soon as the key is found: a counter, a cache tag, a tenant',
  ],
  needs: ['key'],
  after: ['a.auth.missing-key'],
  follows: [
    'a.auth.disabled-key',
    'a.auth.expired-key',
    'a.auth.malformed-key',
    'a.auth.revoked-key',
    'a.auth.unknown-key',
    'a.auth.wrong-prefix',
    'a.auth.wrong-secret',
  ],
  ...uniformRefusals(surface, uniformBlocks, { path: '/*', by: 'X-Api-Key' }, { path: '/users/*', by: 'Bearer' }),
  faults: {
    ...uniformityFaults,
    ...uniformityFaultsForAll,
    ...uniformityFaultsForClients,
    'header-for-known-keys': {
      refusalHeaders: (_failure, call) => (call.record ? [['X-Tenant', '1']] : []),
    },
    'challenge-for-missing-only': {
      refusalHeaders: (failure) => (failure === 'missing' ? [['WWW-Authenticate', 'Bearer realm="api"']] : []),
    },
    'message-of-revoked': {
      refusalMessage: (failure) => (failure === 'revoked' ? 'API key revoked' : 'Invalid or missing API key'),
    },
    'forbidden-when-expired': { refusalStatus: (failure) => (failure === 'expired' ? 403 : 401) },
    'members-in-another-order': {
      refusalText: (text, failure) =>
        failure === 'malformed'
          ? '{"error":{"status":401,"code":"unauthorized","message":"Invalid or missing API key"}}'
          : text,
    },
    ...unknownPathFaults,
    'reason-phrase': { refusalReason: (failure) => (failure === 'disabled' ? 'Key Disabled' : undefined) },
    'by-bearer-only': {
      refusalHeaders: (failure, call) =>
        failure === 'unknown' && call.form === 'bearer' ? [['Cache-Control', 'no-store']] : [],
    },
    'by-bearer-in-lower-case': {
      refusalHeaders: (_failure, call) =>
        call.record && /^bearer /.test(call.header('authorization')[0] ?? '') ? [['Cache-Control', 'no-store']] : [],
    },
    'mark-in-the-request-id': {
      refusalHeaders: (failure, call) => [
        ['X-Request-Id', `${failure === 'unknown' ? 'u' : 'k'}-${call.n.toString(16).padStart(8, '0')}`],
      ],
    },
  },
  quickMisses: {
    ...unknownPathQuickMisses,
    'challenge-for-missing-only':
      'three blocks hold two requests without a key, too few to distinguish a header from chance',
    'not-modified-for-expired':
      'three blocks hold one with a conditional request: a difference that is seen once may be chance',
    'revalidated-for-known-keys':
      'three blocks hold one with a conditional request: a difference that is seen once may be chance',
    'head-shows-known-keys': 'quick depth sends no HEAD',
    'options-shows-revoked': 'quick depth sends no OPTIONS',
    'by-bearer-in-lower-case': 'quick depth sends no scheme in lower case',
    'by-bearer-only': 'three blocks hold one by Bearer: a difference that is seen once may be chance',
    'counter-for-known-keys':
      'more than three blocks are needed to distinguish a counter per class from one of all requests',
  },
  freedoms: {
    ...uniformityFreedoms,
    ...unknownPathFreedoms,
    'challenge-for-all': { refusalHeaders: () => [['WWW-Authenticate', 'Bearer realm="api"']] },
    'counter-by-what-was-sent': {
      extraHeaders: (call) => {
        const sent = `sent ${[...call.header('x-api-key'), ...call.header('authorization')].join()}`
        const count = Number(call.memory.get(sent) ?? 0) + 1
        call.memory.set(sent, count)
        return [['X-RateLimit-Remaining', String(100_000 - count)]]
      },
    },
  },
})
