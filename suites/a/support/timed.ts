import type { Target } from '../../../src/core/target.ts'
import type { Round } from '../../../src/judge/timing/measure.ts'
import type { LabelledRequest } from '../../../src/judge/uniformity/blocks.ts'
import { malformed } from '../../shared/credentials/malformed.ts'
import { unknown } from '../../shared/credentials/unknown.ts'
import { wrongSecret } from '../../shared/credentials/wrong-secret.ts'
import { users } from '../api.ts'
import { FORMS, type Form, type inForm, spoilt, supplied } from './classes.ts'
import { withoutKey, wrongSecretOf } from './uniform.ts'

/** Made up, two of each kind that take turns: what holds of one key_id only is then no property of its class. */
const SECRETS = ['6e02b9d4f1a8c357'.repeat(4), '0b94e7d2c5a8163f'.repeat(4)]
const UNKNOWN = ['7c1e04d95ab3f628', '2f90b6e3d81a57c4']
const PLACEBO = ['a84f2b6d07c9e135', 'e35d18c7092fb46a']

/** Blocks of one request per failure class, each by one form; both forms and all key_ids take turns. */
export const timedRounds = (target: Target): Round[] =>
  [0, 1].flatMap((k) => FORMS.map((by) => ({ part: `by ${by}`, requests: classes(target, by, k) })))

function classes(target: Target, by: Form, k: number): LabelledRequest[] {
  const secret = { secret: SECRETS[k]! }
  const request = (label: string, credential: ReturnType<typeof inForm>) => ({
    label,
    req: users(target, {}, credential),
  })
  const lapsed = (['revoked', 'expired'] as const).filter((condition) => target.keys[condition])
  return [
    // A request without a key has no form: by Bearer it would be of another length.
    ...(by === 'X-Api-Key' ? [{ label: 'missing', req: withoutKey(target) }] : []),
    request('malformed', spoilt(malformed, target, { part: 'secret', place: 63, character: 'g' }, by)),
    request('unknown', spoilt(unknown, target, { key_id: UNKNOWN[k]!, ...secret }, by)),
    request('unknown placebo', spoilt(unknown, target, { key_id: PLACEBO[k]!, ...secret }, by)),
    request('wrong-secret', spoilt(wrongSecret, target, secret, by)),
    ...lapsed.flatMap((condition) => [
      request(condition, supplied(target, condition, by)),
      request(`${condition} with a wrong secret`, wrongSecretOf(target, condition, by, secret)),
    ]),
    ...(target.keys.disabled ? [request('disabled', supplied(target, 'disabled', by))] : []),
  ]
}
