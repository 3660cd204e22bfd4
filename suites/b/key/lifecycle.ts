import { untried } from '../../../src/rule.ts'

export default untried({
  level: 'stated',
  title: 'any sequence of issue, renew, revoke and revoke-all leaves every key as the state table gives',
  clauses: ['2.key.stops', '3.states', '3.issue', '3.renew', '3.revoke', '3.revoke.no-re-enable', '3.revoke-all'],
  tried: 'generated sequences of moves over several keys, each key tried after every move against a model',
  meaning: 'a key works that should not, or is refused that should work',
  causes: ['moves are applied to the wrong key', 'one move undoes another'],
  needs: ['key', 'control.createKey', 'control.renewKey', 'control.revokeKey', 'control.revokeKeysIssuedBy'],
})
