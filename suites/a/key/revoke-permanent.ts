import { untried } from '../../../src/rule.ts'

export default untried({
  level: 'stated',
  title: 're-enabling a revoked key never makes it work',
  clauses: ['3.revoke.permanent', '3.revoke.no-re-enable'],
  tried: 'a key is revoked, then re-enabled whether or not that is allowed, then tried',
  meaning: 'a leaked key comes back to life by one click',
  causes: ['one flag holds both disabled and revoked', 'enabling does not look at the state before'],
  needs: ['key', 'control.createKey', 'control.revokeKey', 'control.enableKey'],
})
