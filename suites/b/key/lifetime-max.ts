import { untried } from '../../../src/rule.ts'

export default untried({
  level: 'stated',
  title: '3650 days are accepted as a lifetime; more, and none at all, are refused',
  clauses: [
    '2.key.lifetime',
    '2.key.lifetime.chosen',
    '2.key.lifetime.max',
    '2.key.lifetime.limited',
    '8.lifetime-max',
  ],
  tried: 'keys are issued with lifetimes around the limit, and with an unlimited one',
  meaning: 'a key that nobody remembers lives for ever',
  causes: ['the limit stands in the form of the console only', 'a lifetime of 0 or null stands for unlimited'],
  needs: ['key', 'control.createKey'],
})
