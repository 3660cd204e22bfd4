import { untried } from '../../../src/rule.ts'

export default untried({
  level: 'stated',
  title: 'a created key works immediately',
  clauses: ['3.create', '3.create.at-once'],
  tried: 'GET /users by a new key as soon as its creation has returned, again and again',
  meaning: 'an integration that is set up by a script fails at its first request',
  causes: ['that the key does not exist is cached', 'replicas learn of a key later than its creator'],
  needs: ['key', 'control.createKey'],
})
