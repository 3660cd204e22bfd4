import { untried } from '../../../src/rule.ts'

export default untried({
  level: 'stated',
  title: 'a key works until its expiry, and is answered 401 from then on',
  clauses: ['3.expire', '3.expire.401'],
  tried: 'a key is issued, used, and used again once it has expired, with the skew of the clocks measured',
  meaning: 'a key lives longer or shorter than its lifetime',
  causes: ['the expiry is compared by date only', 'time zones are mixed up'],
  needs: ['key', 'control.createKey'],
})
