import { untried } from '../../../src/rule.ts'

export default untried({
  level: 'stated',
  title: 'an issued key works immediately',
  clauses: ['3.issue'],
  tried: 'a key is issued and used at once, at every endpoint',
  meaning: 'an integration that is set up with a new key fails at first',
  causes: ['keys reach a cache or a replica late', 'the start of validity is rounded up'],
  needs: ['key', 'control.createKey'],
})
