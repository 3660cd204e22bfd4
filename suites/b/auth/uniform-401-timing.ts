import { untried } from '../../../src/rule.ts'

export default untried({
  level: 'implied',
  title: 'the time that a 401 takes does not tell which credential failure it was',
  clauses: ['5.2.uniform'],
  derivation: 'The response never tells which failure it was, and when it comes is a part of what a client sees of it.',
  tried:
    'the failure classes in random order over one connection, many times: no class takes longer than another beyond chance',
  meaning: 'who measures learns which key_ids exist, or which of the keys at hand were revoked',
  causes: [
    'the secret is hashed only when the key_id was found',
    'a revoked key is refused before the secret is compared',
    'the secret is compared character by character',
  ],
  needs: ['key', 'timing'],
})
