import { trial } from '../../../src/core/rule.ts'
import { stateAtEndFaults, stateAtEndQuickMisses, usedAtEnd } from '../../shared/state-at-end.ts'
import { askBy } from '../support/judge-issued-key.ts'

export default trial({
  level: 'stated',
  since: 3,
  atEnd: true,
  title: 'At the end of the run, each issued key is in the state that the console left it in',
  clauses: ['2.key.stops', '3.states', '3.issue', '3.renew', '3.revoke.permanent'],
  tried:
    'When all other rules are done, and after a pause of 2.4 s, keys that they issued are used again: revoked keys must get 401, active ones must work. Expired keys are judged if they were refused before.',
  meaning: 'A revoked key works again a while later, or an integration stops without a cause.',
  causes: [
    'a cache, a job or a restored copy resets or drops the state of keys',
    'revocations are kept in a list or cache with a time limit',
    'an instance that starts after a pause has an old copy of the keys',
  ],
  needs: ['key', 'control.createKey', 'control.revokeKey'],
  after: ['b.key.active-at-once', 'b.key.revoke-instant'],
  follows: ['b.auth.expired-key', 'b.auth.revoked-key', 'b.key.revoke-permanent', 'b.key.expiry', 'b.key.unique'],
  faults: {
    ...stateAtEndFaults,
    'renewal-wears-off': {
      bRenewed: (key, days, admin) => ({
        ...admin.conforming.bRenewed(key, days, admin),
        name: `renewed ${admin.now}`,
      }),
      keyExpired: (key, now, call) => {
        const [, at] = /^renewed (\d+)$/.exec(key.name) ?? []
        return call.conforming.keyExpired(key, now, call) || (at !== undefined && now - Number(at) > 2200)
      },
    },
  },
  quickMisses: { ...stateAtEndQuickMisses, 'renewal-wears-off': 'quick depth does not wait' },
  ...usedAtEnd((tools, { key, state }) =>
    askBy(tools, key, {
      as: state === 'disabled' ? 'revoked' : state,
      note: `an issued key, ${state}, at the end of the run`,
    }),
  ),
})
