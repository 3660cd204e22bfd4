import { type Depth, trial } from '../../../src/core/rule.ts'
import type { Target } from '../../../src/core/target.ts'
import type { Round } from '../../../src/judge/timing/measure.ts'
import { timingTrial } from '../../../src/judge/timing/timing-trial.ts'
import { refusalBlock, timedKeys } from '../../shared/refusal-blocks.ts'
import { timingFaults, timingFreedoms } from '../../shared/refused-key-faults.ts'
import { call, ENDPOINTS, type EndpointName, reachable } from '../api.ts'

/** A leak at one endpoint shows in the blocks of that endpoint only, so that few blocks go to few endpoints. */
const PLACES: Readonly<Record<Depth, readonly EndpointName[]>> = {
  quick: ['projects', 'rows'],
  standard: ['projects', 'rows', 'datasets', 'nodes', 'company'],
  exhaustive: ['projects', 'rows', 'datasets', 'nodes', 'company'],
}

/** Blocks of one request per failure class, each to one endpoint; endpoints and key_ids take turns. */
function timedRounds(target: Target, depth: Depth): Round[] {
  const places = PLACES[depth].filter((name) => reachable(target).includes(name))
  return timedKeys(target).flatMap((made) =>
    places.map((place) => ({
      part: `on ${ENDPOINTS[place]}`,
      requests: refusalBlock({
        target,
        made,
        request: (credential) => call(target, place, {}, { credential }),
        secrets: 'both',
      }),
    })),
  )
}

export default trial({
  level: 'implied',
  title: 'Response time does not reveal what is wrong with a credential',
  clauses: ['5.2.uniform'],
  derivation: 'The response must not reveal the kind of failure, and its time is part of what a client sees.',
  tried:
    'One request of each failure class, in random order over the same connection, up to 1,000 requests or 20 seconds at standard depth, at several endpoints. No class takes 100 µs longer than another; below that, an ordinary row lookup is the usual cause, and the difference is only noted. With --strict, a difference of a millisecond or more fails the run.',
  meaning: 'Anyone who measures response times learns which key_ids exist, or which keys were revoked.',
  causes: [
    'the secret is hashed only if the key_id was found',
    'a revoked key is refused before the secret is compared',
    'the secret is compared character by character',
  ],
  needs: ['key', 'timing', 'socket'],
  after: ['b.auth.missing-key'],
  ...timingTrial({ rounds: timedRounds }),
  faults: {
    ...timingFaults,
    'at-rows-only': {
      refusalDelayMs: (_failure, call) => (call.record && call.endpoint === 'rows' ? 0.7 : 0),
    },
    'looks-for-the-owner-of-expired': { refusalDelayMs: (failure) => (failure === 'expired' ? 1.2 : 0) },
  },
  quickMisses: {
    'compares-only-a-good-secret': 'half a millisecond in so few requests is measurable on a quiet machine only',
    'looks-for-the-owner-of-expired': 'a millisecond in so few requests is measurable on a quiet machine only',
    'early-return-for-unknown': 'half a millisecond in so few requests is measurable on a quiet machine only',
    'slow-digest-for-known': 'half a millisecond in so few requests is measurable on a quiet machine only',
    'at-rows-only': 'only half of few requests go to the rows: the difference is lost in the noise',
    'now-and-then': 'a delay in two requests of five needs more requests than quick depth sends',
    'compares-byte-by-byte': 'a millisecond in so few requests is measurable on a quiet machine only',
  },
  freedoms: {
    ...timingFreedoms,
    latency: { latencyMs: (call) => (call.endpoint === 'rows' ? 1.5 : 0.2) },
  },
})
