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
  title: 'The admin UI shows prefix and key_id of an existing key, never its secret',
  clauses: ['2.key.full.shown-once', '2.key.secret.not-again', '2.key.key_id.admin-ui'],
  tried:
    'A key is created, and the control module returns what the admin UI shows of it, then and after keys were used, disabled, re-enabled and revoked. The text is searched for the secrets of this key and of others, also in other letter case, in groups or in base64, and not kept. So is what the console says when it refuses to change a revoked key: a warning, since the control module may have written it.',
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
    'last-four-characters': { keyShown: (key, admin) => `${admin.conforming.keyShown(key, admin)} …beef` },
    'key-id-in-capitals': { keyShown: (key, admin) => admin.conforming.keyShown(key, admin).toUpperCase() },
  },
  ...readsAbout({ call: 'showKey', reads: 'the admin UI', use: askBy }),
})
