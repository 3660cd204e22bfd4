import type { Credential } from '../../../src/core/exchange.ts'
import { noCredential } from '../../../src/core/key-format.ts'
import type { Depth } from '../../../src/core/rule.ts'
import type { Target } from '../../../src/core/target.ts'
import type { Round } from '../../../src/judge/timing/measure.ts'
import type { LabelledRequest } from '../../../src/judge/uniformity/blocks.ts'
import { malformed } from '../../shared/credentials/malformed.ts'
import { unknown } from '../../shared/credentials/unknown.ts'
import { wrongSecret } from '../../shared/credentials/wrong-secret.ts'
import { call, type EndpointName, reachable } from '../api.ts'
import { lapsed, spoilt } from './classes.ts'
import { withoutKey, wrongSecretOf } from './uniform.ts'

/** Made up, two of each kind that take turns: what holds of one key_id only is then no property of its class. */
const SECRETS = ['6e02b9d4f1a8c357'.repeat(4), '0b94e7d2c5a8163f'.repeat(4)]
const UNKNOWN = ['7c1e04d95ab3f628', '2f90b6e3d81a57c4']
const PLACEBO = ['a84f2b6d07c9e135', 'e35d18c7092fb46a']

/** A leak at one endpoint shows in its blocks only, so that few blocks are for few endpoints. */
const PLACES: Readonly<Record<Depth, readonly EndpointName[]>> = {
  quick: ['projects', 'rows'],
  standard: ['projects', 'rows', 'datasets', 'nodes', 'company'],
  exhaustive: ['projects', 'rows', 'datasets', 'nodes', 'company'],
}

/** Blocks of one request per failure class, each to one endpoint; endpoints and key_ids take turns. */
export function timedRounds(target: Target, depth: Depth): Round[] {
  const places = PLACES[depth].filter((name) => reachable(target).includes(name))
  return [0, 1].flatMap((k) =>
    places.map((place) => {
      const requests = classes(target, place, k)
      return { part: `on ${requests[0]!.req.endpoint}`, requests }
    }),
  )
}

function classes(target: Target, place: EndpointName, k: number): LabelledRequest[] {
  const secret = { secret: SECRETS[k]! }
  const request = (label: string, credential: Credential) => ({ label, req: call(target, place, {}, { credential }) })
  const conditions = (['revoked', 'expired'] as const).filter((condition) => target.keys[condition])
  return [
    { label: 'missing', req: withoutKey(call(target, place, {}, { credential: noCredential }), target) },
    request('malformed', spoilt(malformed, target, { part: 'secret', place: 63, character: 'g' })),
    request('unknown', spoilt(unknown, target, { key_id: UNKNOWN[k]!, ...secret })),
    request('unknown placebo', spoilt(unknown, target, { key_id: PLACEBO[k]!, ...secret })),
    request('wrong-secret', spoilt(wrongSecret, target, secret)),
    ...conditions.flatMap((condition) => [
      request(condition, lapsed(target, condition)),
      request(`${condition} with a wrong secret`, wrongSecretOf(target, condition, secret)),
    ]),
  ]
}
