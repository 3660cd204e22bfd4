import { trial } from '../../../src/core/rule.ts'
import {
  quotingFaults,
  quotingFreedoms,
  quotingQuickMisses,
  readsAbout,
  revealingFaultsOfA,
  revealingQuickMissesOfA,
  textFreedoms,
} from '../../shared/texts-about-keys.ts'
import { askBy } from '../support/request-with-created-key.ts'

export default trial({
  level: 'stated',
  since: 3,
  title: 'The admin UI shows the key_id of an existing key, never its secret',
  clauses: ['2.key.full.shown-once', '2.key.secret.not-again', '2.key.key_id.admin-ui'],
  tried:
    'A key is created, and the control module returns what the admin UI shows of it, right away and after the key was used, disabled, re-enabled and revoked. The text must have the key_id, unless the key is revoked. It is searched for the secrets of this key and of others, also in other letter case, in groups or in base64, and not kept. A secret in what the console says when it refuses to change a revoked key is a warning, since the control module may have written it.',
  meaning: 'Anyone who can open the list of keys can use all of them.',
  causes: [
    'the secret is stored, and the admin UI masks it with CSS or not at all',
    'a mask leaves too many characters',
  ],
  needs: ['key', 'control.createKey', 'control.showKey'],
  after: ['a.key.format'],
  faults: {
    ...revealingFaultsOfA('keyShown'),
    ...quotingFaults,
    'without-key-id': { keyShown: ({ name }) => JSON.stringify({ key: 'tenant_••••', name }) },
  },
  quickMisses: { ...revealingQuickMissesOfA, ...quotingQuickMisses },
  freedoms: {
    ...textFreedoms('keyShown'),
    ...quotingFreedoms,
    // Without the prefix.
    'last-four-characters': { keyShown: ({ keyId, name }) => JSON.stringify({ keyId, name, secret: '…beef' }) },
    'key-id-in-capitals': { keyShown: (key, admin) => admin.conforming.keyShown(key, admin).toUpperCase() },
  },
  ...readsAbout({ call: 'showKey', reads: 'the admin UI', use: askBy }),
})
