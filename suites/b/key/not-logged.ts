import { trial } from '../../../src/core/rule.ts'
import { readsAbout, revealingFaults, revealingQuickMisses, textFreedoms } from '../../shared/texts-about-keys.ts'
import { askBy } from '../support/judge-issued-key.ts'

export default trial({
  level: 'stated',
  severity: 'warning',
  since: 3,
  title: 'The server logs no secret of a key',
  clauses: ['5.5'],
  tried:
    'A key is created, and the control module returns what the server has logged since, right away and after the key was used, renewed and revoked. The text is searched for the secrets of this key and of others, 12 consecutive characters or more, also in other letter case, in groups or in base64, and not kept. A violation is a warning, since the clause may address clients only.',
  meaning: 'Anyone who reads a log file or a log service can use the keys in it.',
  causes: [
    'the server logs request headers, or the response that holds a created key',
    'an error log holds the failed request',
    'a log line with the key_id also holds a part of the secret, or an encoding of it',
  ],
  needs: ['key', 'control.createKey', 'control.logsSince'],
  after: ['b.key.format'],
  faults: revealingFaults('keyLogged'),
  quickMisses: revealingQuickMisses,
  freedoms: {
    ...textFreedoms('keyLogged'),
    nothing: { keyLogged: () => '' },
    'masked-secret': {
      keyLogged: (key, admin) => `${admin.prefix}_${key.keyId}_******** ${admin.conforming.keyLogged(key, admin)}`,
    },
  },
  ...readsAbout({ call: 'logsSince', reads: 'the server log', use: askBy }),
})
