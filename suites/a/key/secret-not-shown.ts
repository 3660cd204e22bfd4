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
  clauses: ['2.key.full.shown-once', '2.key.secret.not-again', '3.create.shown-once'],
  tried:
    'The headers and the body of every response of the run, for the secret of each supplied and created key, also percent-, JSON- or HTML-escaped, in base64 (compressed or not) or hex, as bytes, or split. ' +
    'A key that a request carries in its URL, in a cookie or in an undocumented header may be repeated. 32 to 63 characters of a secret are a warning, and so is a response that a proxy may have sent: to OPTIONS, to an unknown path or to headers for proxies.',
  meaning: 'The secret reaches logs, caches, error trackers and browsers, where others can use it.',
  causes: [
    'an error message or a debug header repeats the key of the request',
    'links to further pages carry the key',
    'a redirect repeats the key: a gateway has moved it from the header into the query of the URL',
    'a diagnostic dump of the request headers is on in production',
  ],
  needs: ['key'],
  after: ['a.auth.api-key-accepted'],
  ...showsNoSecret,
  cases: requestsWithSecrets(surface, { per_page: 0 }),
  faults: {
    ...shownSecretFaults,
    'key-in-the-bearer-challenge': {
      refusalHeaders: (_failure, call) => {
        const [sent = ''] = call.header('authorization')
        return [['WWW-Authenticate', `Bearer error_description="no key ${sent.replace(/[^ -~]/g, '?')}"`]]
      },
    },
    'key-in-each-user': {
      aUserJson: (user, id, call) => ({ id, name: user.name, fetched_with: call.header('x-api-key')[0] }),
    },
  },
  quickMisses: shownSecretQuickMisses,
  freedoms: shownSecretFreedoms,
})
