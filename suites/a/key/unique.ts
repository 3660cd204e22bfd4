import { untried } from '../../../src/rule.ts'

export default untried({
  level: 'implied',
  title: 'no two keys share a key_id or a secret',
  clauses: ['2.key.key_id.identifier', '2.key.secret'],
  derivation:
    'A key_id that two keys share identifies neither, and a secret that two keys share is no secret of either.',
  tried: 'keys created one after another and at the same time, and those supplied',
  meaning: 'revoking or logging one key touches another, and its holder can guess the other',
  causes: ['the random source is seeded alike in each process', 'the key_id is made from the time'],
  needs: ['key', 'control.createKey'],
})
