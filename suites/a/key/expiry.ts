import { untried } from '../../../src/rule.ts'

export default untried({
  level: 'stated',
  title: 'a key works before its expires_at, and is answered 401 from that moment on',
  clauses: ['2.key.expires_at', '2.key.expires_at.401', '3.expire', '3.expire.401'],
  tried:
    'a key is created that expires within seconds, and is tried before and after; the skew of clocks is read from Date',
  meaning: 'a key ends early, or outlives the expiry that was chosen for it',
  causes: ['a job marks keys as expired now and then', 'the expiry is stored as a date', 'a cache outlives the expiry'],
  needs: ['key', 'control.createKey'],
})
