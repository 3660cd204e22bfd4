import { invariant } from '../../../src/core/rule.ts'
import {
  requestsWithSecrets,
  shownSecretFaults,
  shownSecretFreedoms,
  shownSecretQuickMisses,
  showsNoSecret,
} from '../../shared/shown-secrets.ts'
import { surface } from '../api.ts'

export default invariant({
  level: 'stated',
  since: 3,
  title: 'No response shows the secret of a key',
  clauses: ['2.key.full.shown-once', '3.issue.shown-once'],
  tried:
    'The headers and the body of every response of the run, for the secret of each supplied and created key, also percent-, JSON- or HTML-escaped, in base64 (compressed or not) or hex, as bytes, or split. ' +
    'A key that a request carries in its URL, in a cookie or in an undocumented header may be repeated. 32 to 63 characters of a secret are a warning, and so is a response that a proxy may have sent: to OPTIONS, to an unknown path or to headers for proxies.',
  meaning: 'The secret reaches logs, caches, error trackers and browsers, where others can use it.',
  causes: [
    'an error message or a debug header repeats the key of the request',
    'links to further pages carry the key',
    'a diagnostic dump of the request headers is on in production',
  ],
  needs: ['key'],
  after: ['b.auth.api-key-accepted'],
  ...showsNoSecret,
  cases: requestsWithSecrets(surface, { size: 0 }),
  faults: {
    ...shownSecretFaults,
    'keys-in-the-company': {
      bCompanyJson: (company, call) => ({
        ...(call.conforming.bCompanyJson(company, call) as object),
        keys: [{ key_id: call.key?.keyId, secret: call.header('x-api-key')[0]?.slice(-64) }],
      }),
    },
    'key-in-the-details': {
      bDetails: (problems, call) => ({ problems, headers: { 'x-api-key': call.header('x-api-key') } }),
    },
  },
  quickMisses: shownSecretQuickMisses,
  freedoms: shownSecretFreedoms,
})
