import { untried } from '../../../src/rule.ts'

export default untried({
  level: 'stated',
  title: 'a renewed key keeps its value and gets the new expiry',
  clauses: ['3.renew', '3.renew.value', '3.renew.expiry'],
  tried: 'a key is renewed before it lapses: the same key goes on working, and its new expiry is the chosen one',
  meaning: 'a client has to be given another key, or stops working although its key was renewed',
  causes: ['renewal issues a new secret', 'the new expiry is shown but not used on requests'],
  needs: ['key', 'control.createKey', 'control.renewKey'],
})
