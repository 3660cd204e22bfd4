import { untried } from '../../../src/rule.ts'

export default untried({
  level: 'implied',
  title: 'no two keys share a key_id or a secret',
  clauses: ['2.key.key_id.handle', '2.key.secret.random'],
  derivation: 'The key_id is the handle by which one key is meant, and 32 random bytes do not come twice.',
  tried: 'several keys are issued: all key_ids differ, and all secrets',
  meaning: 'revoking one key stops another one as well, or one secret opens two keys',
  causes: [
    'key_ids are drawn from too few random bits, or from a clock',
    'the generator is seeded alike in every worker',
  ],
  needs: ['key', 'control.createKey'],
})
