import { trial } from '../../../src/core/rule.ts'
import { manyKeysFaults, manyKeysQuickMisses, usesMany } from '../../shared/many-keys.ts'
import { askBy } from '../support/request-with-created-key.ts'

export default trial({
  level: 'stated',
  since: 3,
  title: 'Each of many keys works until that key is revoked',
  clauses: ['3.states', '3.create', '3.revoke'],
  tried:
    'Up to 25 keys are created, as many as the console allows, and some are used: the first, the last and some between. Then three are revoked, and these and their neighbours are used.',
  meaning: 'A new integration, or the end of one, stops other integrations.',
  causes: ['keys beyond a number are dropped or not loaded', 'a revocation reaches more keys than one'],
  needs: ['key', 'control.createKey', 'control.revokeKey'],
  after: ['a.auth.api-key-accepted', 'a.key.revoke-instant'],
  follows: ['a.key.unique'],
  faults: manyKeysFaults,
  quickMisses: manyKeysQuickMisses,
  ...usesMany(askBy),
})
