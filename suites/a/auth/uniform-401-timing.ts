import { trial } from '../../../src/core/rule.ts'
import type { Target } from '../../../src/core/target.ts'
import type { Round } from '../../../src/judge/timing/measure.ts'
import { timingTrial } from '../../../src/judge/timing/timing-trial.ts'
import { refusalBlock, timedKeys } from '../../shared/refusal-blocks.ts'
import { timingFaults, timingFreedoms } from '../../shared/refused-key-faults.ts'
import { FORMS, headerOf, users } from '../api.ts'

/** Blocks of one request per failure class, each via one header; both headers and all key_ids take turns. */
const timedRounds = (target: Target): Round[] =>
  timedKeys(target).flatMap((made) =>
    FORMS.map((by) => ({
      part: `by ${by}`,
      requests: refusalBlock({
        target,
        made,
        header: headerOf(by),
        request: (credential) => users(target, {}, credential),
        missing: by === 'X-Api-Key',
        secrets: 'both',
        disabled: true,
      }),
    })),
  )

export default trial({
  level: 'implied',
  title: 'Response time does not reveal what is wrong with a credential',
  clauses: ['5.5.uniform'],
  derivation: 'The response must not reveal whether the key exists, and its time is part of what a client sees.',
  tried:
    'One request of each failure class, in random order over the same connection, up to 1,000 requests or 20 seconds at standard depth, via both headers. No class takes 100 µs longer than another; below that, an ordinary row lookup is the usual cause, and the difference is only noted. With --strict, a difference of a millisecond or more fails the run.',
  meaning: 'Anyone who tries keys learns from response times which of them exist.',
  causes: [
    'the checks of a key end at the first failure, so that each kind of bad key takes a different time',
    'the secret is hashed only if the key_id was found',
    'a revoked or disabled key is refused before its secret is compared',
    'the key is loaded with its owner and scopes before it is rejected',
  ],
  needs: ['key', 'timing', 'socket'],
  after: ['a.auth.missing-key'],
  ...timingTrial({ rounds: timedRounds }),
  faults: {
    ...timingFaults,
    'disabled-is-looked-up-elsewhere': { refusalDelayMs: (failure) => (failure === 'disabled' ? 0.8 : 0) },
    'by-bearer-only': {
      refusalDelayMs: (_failure, call) => (call.record && call.form === 'bearer' ? 0.7 : 0),
    },
    'writes-the-failure-down': {
      refusalText: (text, failure) => {
        const end = performance.now() + (failure === 'expired' ? 0.5 : 0)
        while (performance.now() < end);
        return text
      },
    },
  },
  quickMisses: {
    'early-return-for-unknown': '60 blocks may be too few where the machine is busy',
    'slow-digest-for-known': '60 blocks may be too few where the machine is busy',
    'compares-only-a-good-secret': '60 blocks may be too few where the machine is busy',
    'slow-look-up-of-revoked': '60 blocks may be too few where the machine is busy',
    'disabled-is-looked-up-elsewhere': '60 blocks may be too few where the machine is busy',
    'compares-byte-by-byte': '60 blocks may be too few where the machine is busy',
    'writes-the-failure-down': '60 blocks may be too few where the machine is busy',
    'by-bearer-only': 'half of the 60 blocks are by Bearer, too few for a difference below a millisecond',
    'now-and-then': '60 blocks are too few for a delay that comes now and then only',
  },
  freedoms: {
    ...timingFreedoms,
    latency: { latencyMs: (call) => 0.5 + call.worker / 4 },
  },
})
