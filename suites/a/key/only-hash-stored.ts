import { trial } from '../../../src/core/rule.ts'
import { readsAbout, revealingFaultsOfA, revealingQuickMissesOfA, textFreedoms } from '../../shared/texts-about-keys.ts'
import { askBy } from '../support/request-with-created-key.ts'

export default trial({
  level: 'stated',
  since: 3,
  title: 'Only a hash of the secret is stored',
  clauses: ['2.key.full.hashed'],
  tried:
    'A key is created, and the control module returns what storage holds for it, right away and after the key was used, disabled, re-enabled and revoked. The text is searched for the secrets of this key and of others, also in other letter case, in groups, in base64 or as a list of bytes, and not kept. Encryption is not detected.',
  meaning: 'Anyone who reads the database or a backup can use all keys.',
  causes: [
    'the whole key is stored for a look-up or for the admin UI',
    'an audit table or a payload column keeps the response',
  ],
  needs: ['key', 'control.createKey', 'control.storedKey'],
  after: ['a.key.format'],
  faults: revealingFaultsOfA('keyStored'),
  quickMisses: revealingQuickMissesOfA,
  freedoms: {
    ...textFreedoms('keyStored'),
    'slow-hash': {
      keyStored: (key) =>
        JSON.stringify({ key_id: key.keyId, hash: '$argon2id$v=19$m=65536,t=3,p=4$c2FsdHNhbHQ$aGFzaGhhc2hoYXNo' }),
    },
    nothing: { keyStored: () => '' },
  },
  ...readsAbout({ call: 'storedKey', reads: 'storage', use: askBy }),
})
