import { untried } from '../../../src/rule.ts'

export default untried({
  level: 'stated',
  title: 'nothing makes a revoked key work again',
  clauses: ['3.revoke.permanent', '3.revoke.no-re-enable', '3.revoke.new-key'],
  tried: 'a revoked key is renewed: whether or not that is refused, the key stays refused',
  meaning: 'a leaked key that was revoked comes back to life',
  causes: ['renewal sets the state to active', 'states are told apart by the expiry alone'],
  needs: ['key', 'control.createKey', 'control.revokeKey', 'control.renewKey'],
})
