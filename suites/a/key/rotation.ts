import { untried } from '../../../src/rule.ts'

export default untried({
  level: 'stated',
  title: 'a new key with the same scopes and the old key both work until the old one is revoked',
  clauses: ['3.rotation'],
  tried: 'the documented rotation, with requests by both keys before and after the old one is revoked',
  meaning: 'a key cannot be rotated without an outage',
  causes: ['creating a key with the same name replaces the old one', 'revoking one key revokes all of an integration'],
  needs: ['key', 'control.createKey', 'control.revokeKey'],
})
