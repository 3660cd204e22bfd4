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
import { DAY } from '../support/key-expiry.ts'
import { uniformBlocks } from '../support/uniformity-blocks.ts'

export default trial({
  level: 'stated',
  title: 'The response to a bad credential does not reveal what is wrong with it',
  clauses: ['5.2', '5.2.uniform'],
  tried:
    'One request of each failure class (a missing, malformed or unknown key, a wrong secret, and each lapsed key that is supplied) to one URL, in random order over one connection, many times, at every endpoint, with ids that do not exist, with and without a Cookie, with keys that lapsed long ago and in this run, and as different clients: plain, a browser on another site, a browser with a cached list, and by HEAD and OPTIONS. A violation is any difference in status, headers or body that follows the class more often than chance allows, and again on fresh requests; an echo of the key that was sent is no difference. Also each bad key at a path that does not exist, where different statuses are a warning, since a router or a proxy may respond first.',
  meaning: 'Anyone who tries keys learns which of them exist, or that a stolen key was once valid.',
  causes: [
    'each check has its own response, with one more header, word or space than the others',
    'the gateway rejects malformed and missing keys, the application the others',
    'filters for CORS, compression or caching run for the refusals of one layer and not for those of the other',
    'a header is set as soon as the key is found: a counter, a cache tag, a company',
  ],
  needs: ['key'],
  after: ['b.auth.missing-key'],
  follows: [
    'b.auth.expired-key',
    'b.auth.malformed-key',
    'b.auth.revoked-key',
    'b.auth.unknown-key',
    'b.auth.wrong-prefix',
    'b.auth.wrong-secret',
  ],
  ...uniformRefusals(surface, uniformBlocks, { path: '/*', endpoint: 'projects' }),
  faults: {
    ...uniformityFaults,
    ...uniformityFaultsForAll,
    ...uniformityFaultsForClients,
    'header-for-known-keys': { refusalHeaders: (_failure, call) => (call.record ? [['X-Company', '1']] : []) },
    'challenge-for-missing-only': {
      refusalHeaders: (failure) => (failure === 'missing' ? [['WWW-Authenticate', 'ApiKey']] : []),
    },
    'a-member-more-for-revoked': {
      errorBody: (error, call) =>
        call.failure === 'revoked'
          ? { error: { ...error, reason: 'revoked' } }
          : call.conforming.errorBody(error, call),
    },
    'expired-at-rows': {
      refusalHeaders: (failure, call) =>
        failure === 'expired' && call.endpoint === 'rows' ? [['X-Renew', 'console']] : [],
    },
    'session-ended-for-lapsed': {
      refusalHeaders: (failure, call) =>
        call.cookie('session') && (failure === 'expired' || failure === 'revoked')
          ? [['Set-Cookie', 'session=; Max-Age=0; Path=/']]
          : [],
    },
    'session-named-for-known-keys': {
      errorBody: (error, call) =>
        call.failure && call.record && call.cookie('remember_token')
          ? { error: { ...error, session: 'ignored' } }
          : call.conforming.errorBody(error, call),
    },
    'hint-for-a-day-after-the-expiry': {
      refusalHeaders: (failure, call) =>
        failure === 'expired' && call.now - call.record!.expiresAt! < DAY
          ? [['Link', '</settings/api-keys>; rel="help"']]
          : [],
    },
    'archived-a-day-after-the-expiry': {
      refusalHeaders: (failure, call) =>
        failure === 'expired' && call.now - call.record!.expiresAt! > DAY ? [['X-Source', 'archive']] : [],
    },
    'trace-of-keys-revoked-since-the-start': {
      errorBody: (error, call) =>
        call.failure === 'revoked' && call.record!.name !== 'fixture'
          ? { error: { ...error, trace: 'revocations' } }
          : call.conforming.errorBody(error, call),
    },
    ...unknownPathFaults,
    'reason-phrase': { refusalReason: (failure) => (failure === 'expired' ? 'Key Expired' : undefined) },
    'where-the-project-is-not-there': {
      refusalHeaders: (failure, call) =>
        failure === 'unknown' && /_9+\//.test(call.path) ? [['Cache-Control', 'no-store']] : [],
    },
  },
  quickMisses: {
    ...unknownPathQuickMisses,
    'challenge-names-known-keys':
      'it names each key: three blocks are too few to distinguish it from the echo of a key_id',
    'not-modified-for-expired':
      'three blocks hold one with a conditional request: a difference that is seen once may be chance',
    'revalidated-for-known-keys':
      'three blocks hold one with a conditional request: a difference that is seen once may be chance',
    'head-shows-known-keys': 'quick depth sends no HEAD',
    'options-shows-revoked': 'quick depth sends no OPTIONS',
    'expired-at-rows': 'of three blocks only one goes to the rows: a difference that is seen once may be chance',
    'where-the-project-is-not-there': 'the three blocks go to three endpoints: none is left for ids that are not there',
    'hint-for-a-day-after-the-expiry': 'quick depth issues no keys for this',
    'trace-of-keys-revoked-since-the-start': 'quick depth issues no keys for this',
    'session-ended-for-lapsed': 'one of three blocks has a Cookie: a difference that is seen once may be chance',
    'session-named-for-known-keys': 'one of three blocks has a Cookie: a difference that is seen once may be chance',
    'counter-for-known-keys':
      'three blocks go to three endpoints: a counter moves between two requests to one endpoint',
  },
  freedoms: {
    ...uniformityFreedoms,
    ...unknownPathFreedoms,
    'cookies-cleared-for-all': {
      extraHeaders: (call) => (call.cookie('session') ? [['Set-Cookie', 'session=; Max-Age=0; Path=/']] : []),
    },
    'path-in-the-answer': { extraHeaders: (call) => [['Content-Location', call.path]] },
  },
})
