import { trial } from '../../../src/core/rule.ts'
import { type Evidence, type ExpiringKey, judgeLife, outlive } from '../support/expiring-key.ts'

type Case = Pick<ExpiringKey, 'by' | 'seconds'>

export default trial<Case, Evidence>({
  level: 'stated',
  title: 'A key works before its expires_at and gets 401 from that moment on',
  clauses: ['2.key.expires_at', '2.key.expires_at.401', '3.expire', '3.expire.401'],
  tried:
    'A key is created that expires within seconds, and is used before and after. The Date of each response shows on which side of expires_at it was sent. If the Date does not advance with time, the time that touchUser returns decides; without that, our own clock, by which no response is a violation. Responses within a second of expires_at are not judged.',
  meaning: 'A key keeps working after its expiry, or stops before it.',
  causes: [
    'a job marks keys as expired now and then',
    'the expiry has a grace period, or only its date counts, not its time',
    'a cache outlives the expiry',
  ],
  eager: true,
  needs: ['key', 'control.createKey'],
  after: ['a.auth.api-key-accepted', 'a.auth.bearer-accepted', 'a.auth.missing-key', 'a.key.active-at-once'],
  follows: ['a.key.unique', 'a.key.revoke-instant'],
  cases: {
    first: [
      { by: 'X-Api-Key', seconds: 1 },
      { by: 'Bearer', seconds: 1 },
      { by: 'X-Api-Key', seconds: 20 },
    ],
    count: [1, 2, 3],
  },
  send: (life, tools) => outlive(tools, life),
  judge: (evidence) => judgeLife(evidence),
  faults: {
    'five-seconds-of-grace': { keyExpired: (key, now) => key.expiresAt !== undefined && now >= key.expiresAt + 5000 },
    never: { keyExpired: (key, now, call) => key.name === 'fixture' && call.conforming.keyExpired(key, now, call) },
    'a-minute-early': {
      keyExpired: (key, now, call) =>
        key.name === 'fixture'
          ? call.conforming.keyExpired(key, now, call)
          : key.expiresAt !== undefined && now >= key.expiresAt - 60_000,
    },
    'at-the-end-of-the-day': {
      aExpiresAt: (chosen) => chosen && Math.ceil(chosen / 86_400_000) * 86_400_000,
    },
    'expiry-lost': { aExpiresAt: () => undefined },
    'not-by-bearer': {
      keyExpired: (key, now, call) =>
        (key.name === 'fixture' || call.form !== 'bearer') && call.conforming.keyExpired(key, now, call),
    },
    'one-worker-in-two-forgets': {
      keyExpired: (key, now, call) =>
        (key.name === 'fixture' || call.worker % 2 === 0) && call.conforming.keyExpired(key, now, call),
    },
    'is-403': {
      refusalStatus: (failure, call) => (failure === 'expired' && call.record?.name !== 'fixture' ? 403 : 401),
    },
  },
  quickMisses: {
    'one-worker-in-two-forgets': 'two concurrent requests may both reach a worker that remembers',
  },
  freedoms: {
    'three-minutes-ahead': { clock: (now) => now + 180_000 },
    'seven-minutes-behind': { clock: (now) => now - 420_000 },
    'no-date': { dateHeader: () => undefined },
    'date-a-second-old': { dateHeader: (now) => new Date(now - 999).toUTCString() },
  },
})
