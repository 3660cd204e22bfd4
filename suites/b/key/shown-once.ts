import { trial } from '../../../src/core/rule.ts'
import {
  quotingFaults,
  quotingFreedoms,
  quotingQuickMisses,
  readsAbout,
  revealingFaults,
  revealingQuickMisses,
  textFreedoms,
} from '../../shared/texts-about-keys.ts'
import { askBy } from '../support/judge-issued-key.ts'

export default trial({
  level: 'stated',
  since: 3,
  title: 'The console shows prefix and key_id of an existing key, never its secret',
  clauses: ['2.key.full.shown-once', '2.key.key_id.console'],
  tried:
    'A key is created, and the control module returns what the console shows of it, right away and after the key was used, renewed and revoked. The text must have prefix and key_id, unless the key is revoked. It is searched for the secrets of this key and of others, also in other letter case, in groups or in base64, and not kept. A secret in what the console says when it refuses to change a revoked key is a warning, since the control module may have written it.',
  meaning: 'Anyone who can open the list of keys can use all of them.',
  causes: ['the console masks the stored secret with CSS, too little or not at all'],
  needs: ['key', 'control.createKey', 'control.showKey'],
  after: ['b.key.format'],
  faults: {
    ...revealingFaults('keyShown'),
    ...quotingFaults,
    'without-key-id': { keyShown: ({ name }) => JSON.stringify({ key: 'tenant_••••', name }) },
  },
  quickMisses: { ...revealingQuickMisses, ...quotingQuickMisses },
  freedoms: {
    ...textFreedoms('keyShown'),
    ...quotingFreedoms,
    'last-four-characters': { keyShown: (key, admin) => `${admin.conforming.keyShown(key, admin)} …beef` },
    'key-id-in-capitals': { keyShown: (key, admin) => admin.conforming.keyShown(key, admin).toUpperCase() },
  },
  ...readsAbout({ call: 'showKey', reads: 'the console', use: askBy }),
})
