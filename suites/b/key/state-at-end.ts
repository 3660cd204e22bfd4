import { trial } from '../../../src/core/rule.ts'
import { stateAtEndFaults, stateAtEndQuickMisses, usedAtEnd } from '../../shared/state-at-end.ts'
import { reachable } from '../api.ts'
import { askBy } from '../support/judge-issued-key.ts'

export default trial({
  level: 'stated',
  since: 3,
  atEnd: true,
  title: 'At the end of the run, each issued key is in the state that the console left it in',
  clauses: ['2.key.stops', '3.states', '3.issue', '3.renew', '3.revoke.permanent'],
  tried:
    'When all other rules are done, and after a pause of 2.4 s, keys that they issued are used again, at all endpoints: revoked keys must get 401, active ones must work. Expired keys are judged if they were refused before.',
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
    'revocation-forgotten-at-rows': {
      keyRevoked: (key, now, call) =>
        stateAtEndFaults['revocation-forgotten-after-two-seconds'].keyRevoked(key, now, call) ||
        (call.endpoint !== 'rows' && call.conforming.keyRevoked(key, now, call)),
    },
    'new-keys-reach-the-lists-only-for-two-seconds': {
      keyRevoked: (key, now, call) =>
        call.endpoint === 'company' || call.endpoint === 'nodes'
          ? stateAtEndFaults['new-keys-last-two-seconds'].keyRevoked(key, now, call)
          : call.conforming.keyRevoked(key, now, call),
    },
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
  quickMisses: {
    ...stateAtEndQuickMisses,
    'revocation-forgotten-at-rows': 'quick depth does not wait',
    'new-keys-reach-the-lists-only-for-two-seconds': 'quick depth does not wait',
    'renewal-wears-off': 'quick depth does not wait',
  },
  ...usedAtEnd((tools, { key, state }, index) => {
    const endpoints = reachable(tools.target)
    return askBy(tools, key, {
      endpoint: endpoints[index % endpoints.length]!,
      as: state === 'disabled' ? 'revoked' : state,
      note: `an issued key, ${state}, at the end of the run`,
    })
  }),
})
