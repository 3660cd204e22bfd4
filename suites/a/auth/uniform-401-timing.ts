import { untried } from '../../../src/rule.ts'

export default untried({
  level: 'implied',
  title: 'the time that an answer to a bad credential takes does not reveal what is wrong with it',
  clauses: ['5.5.uniform'],
  derivation: 'The answer must not reveal whether the key exists; when it arrives is part of what its receiver sees.',
  tried: 'many requests of each failure class in random order, their times compared by a statistical test',
  meaning: 'whoever tries keys learns by a stopwatch which of them exist',
  causes: ['the secret is hashed only where the key_id was found', 'malformed keys are refused before the look-up'],
  needs: ['key', 'timing'],
})
