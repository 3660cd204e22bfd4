import { untried } from '../../../src/rule.ts'

export default untried({
  level: 'stated',
  title: 'a key lives 90 days when no lifetime is chosen',
  clauses: ['2.key.lifetime', '2.key.lifetime.default', '8.lifetime-default'],
  tried: 'a key is issued without a lifetime; its expiry is 90 days on, give or take the last day',
  meaning: 'keys lapse before they are expected to, or live longer than was meant',
  causes: ['another default in the console than in the service', 'days are counted as months'],
  needs: ['key', 'control.createKey'],
})
