import { trial } from '../../../src/core/rule.ts'
import { manyKeysFaults, manyKeysQuickMisses, usesMany } from '../../shared/many-keys.ts'
import { askBy } from '../support/judge-issued-key.ts'

export default trial({
  level: 'stated',
  since: 3,
  title: 'Each of many keys works until that key is revoked',
  clauses: ['2.key.stops', '3.issue', '3.revoke'],
  tried:
    'Up to 25 keys are issued, as many as the console allows, and some are used: the first, the last and some between. Then three are revoked, and these and their neighbours are used. Two keys of one name are used, and again after the first is revoked; a console that refuses a name twice conforms.',
  meaning: 'Issuing or revoking one key stops other integrations.',
  causes: [
    'keys beyond a number are dropped, or keys are stored or revoked by their name',
    'a revocation reaches more keys than one',
  ],
  needs: ['key', 'control.createKey', 'control.revokeKey'],
  after: ['b.auth.api-key-accepted', 'b.key.revoke-instant'],
  follows: ['b.key.unique'],
  faults: {
    ...manyKeysFaults,
    'second-of-a-name-stops-the-first': { bStoppedByIssue: (keys, name) => keys.filter((key) => key.name === name) },
    'revoked-by-its-name': {
      keyAfterTransition: (key, transition, admin) => {
        if (transition === 'revoke') admin.memory.set(`revoked ${key.name}`, true)
        return admin.conforming.keyAfterTransition(key, transition, admin)
      },
      keyRevoked: (key, now, call) =>
        call.conforming.keyRevoked(key, now, call) ||
        (key.name !== 'fixture' && call.memory.has(`revoked ${key.name}`)),
    },
  },
  quickMisses: {
    ...manyKeysQuickMisses,
    'second-of-a-name-stops-the-first': 'quick depth issues no two keys of one name',
    'revoked-by-its-name': 'quick depth issues no two keys of one name',
  },
  freedoms: {
    'a-name-refused-twice': { bNameAccepted: (name, keys) => keys.every((key) => key.name !== name) },
  },
  ...usesMany(askBy, [{ keys: 2, named: 'alike' }]),
})
