import { untried } from '../../../src/rule.ts'

export default untried({
  level: 'stated',
  title: 'no request sent after a revocation is accepted',
  clauses: ['3.revoke', '3.revoke.instant'],
  tried:
    'a key is revoked while requests by it are under way; every request sent after the revocation returned is refused',
  meaning: 'a leaked key stays open for as long as caches remember it',
  causes: ['workers cache keys', 'the key is read from a replica'],
  needs: ['key', 'control.createKey', 'control.revokeKey'],
})
