import { untried } from '../../../src/rule.ts'

export default untried({
  level: 'stated',
  title: 'any sequence of create, disable, enable and revoke leaves every key in the state that the table gives',
  clauses: [
    '2.key.admin-ui',
    '3.states',
    '3.create',
    '3.disable',
    '3.disable.off',
    '3.enable',
    '3.revoke',
    '3.revoke.no-re-enable',
  ],
  tried: 'generated sequences on several keys, each state compared with a model of the table by a request',
  meaning: 'an administrator who has done several things to a key does not know whether it works',
  causes: ['a move does not look at the state before', 'a move reaches another key than the one meant'],
  needs: ['key', 'control.createKey', 'control.disableKey', 'control.enableKey', 'control.revokeKey'],
})
