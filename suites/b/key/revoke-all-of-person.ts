import { untried } from '../../../src/rule.ts'

export default untried({
  level: 'stated',
  title: 'one action revokes every live key that a person issued, and no other',
  clauses: ['3.revoke-all', '3.revoke-all.one-action'],
  tried: 'several people issue keys; all of one are revoked in one action, and every key is tried',
  meaning: 'a person who left still has a working key, or other people’s integrations stop',
  causes: ['keys that were renewed since are left out', 'keys are matched by company instead of by person'],
  needs: ['key', 'control.createKey', 'control.revokeKeysIssuedBy'],
})
