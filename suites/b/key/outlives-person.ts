import { untried } from '../../../src/rule.ts'

export default untried({
  level: 'stated',
  title: 'a key goes on working when the person who issued it leaves',
  clauses: ['2.key.company', '2.key.person-leaves', '2.key.stops'],
  tried: 'a person issues a key and is removed; the key is used before and after',
  meaning: 'integrations stop when somebody leaves the company',
  causes: ['keys are deleted with their issuer', 'the issuer is joined on every look-up'],
  needs: ['key', 'control.createKey', 'control.removePerson'],
})
