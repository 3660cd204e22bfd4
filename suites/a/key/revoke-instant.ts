import { untried } from '../../../src/rule.ts'

export default untried({
  level: 'stated',
  title: 'no request sent after a revocation returned is accepted',
  clauses: ['2.key.admin-ui', '3.revoke', '3.revoke.instant'],
  tried: 'a key is revoked while many requests use it; those sent after the revocation returned must be refused',
  meaning: 'a leaked key goes on working after it was revoked, until some cache forgets it',
  causes: ['each server caches keys for a while', 'the revocation is written to replicas later'],
  needs: ['key', 'control.createKey', 'control.revokeKey'],
})
