import { trial } from '../../../src/core/rule.ts'
import { stateAtEndFaults, stateAtEndQuickMisses, usedAtEnd } from '../../shared/state-at-end.ts'
import { FORMS } from '../api.ts'
import { askBy } from '../support/request-with-created-key.ts'

export default trial({
  level: 'stated',
  since: 3,
  atEnd: true,
  title: 'At the end of the run, each created key is in the state that the console left it in',
  clauses: ['3.states', '3.create', '3.disable.off', '3.enable', '3.revoke.permanent'],
  tried:
    'When all other rules are done, and after a pause of 2.4 s, keys that they created are used again: revoked keys must get 401, active ones must work. Disabled and expired keys are judged if they were refused before.',
  meaning: 'A revoked key works again a while later, or an integration stops without a cause.',
  causes: [
    'revocations are kept in a list or cache with a time limit',
    'an instance that starts after a pause has an old copy of the keys',
    'a replica or backup restores an earlier state',
    'a job resets the state of keys, or removes keys that are not in use',
  ],
  needs: ['key', 'control.createKey', 'control.revokeKey'],
  after: ['a.auth.api-key-accepted', 'a.auth.bearer-accepted', 'a.key.active-at-once', 'a.key.revoke-instant'],
  follows: ['a.auth.expired-key', 'a.auth.revoked-key', 'a.key.revoke-permanent', 'a.key.expiry', 'a.key.unique'],
  faults: {
    ...stateAtEndFaults,
    'disabling-wears-off': {
      keyDisabled: (key, now, call) => {
        if (key.name === 'fixture') return call.conforming.keyDisabled(key, now, call)
        const slot = `disabled ${key.keyId}`
        if (key.state !== 'disabled') call.memory.delete(slot)
        else if (!call.memory.has(slot)) call.memory.set(slot, now)
        return key.state === 'disabled' && now - Number(call.memory.get(slot)) < 2200
      },
    },
  },
  quickMisses: { ...stateAtEndQuickMisses, 'disabling-wears-off': 'quick depth does not wait' },
  ...usedAtEnd((tools, { key, state }, i) =>
    askBy(tools, key, { as: state, by: FORMS[i % 2]!, note: `a created key, ${state}, at the end of the run` }),
  ),
})
