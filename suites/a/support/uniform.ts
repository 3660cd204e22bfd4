import type { Req } from '../../../src/core/exchange.ts'
import { KEY_ID_LENGTH, noCredential, SECRET_LENGTH } from '../../../src/core/key-format.ts'
import type { Target } from '../../../src/core/target.ts'
import type { LabelledRequest } from '../../../src/judge/uniformity/blocks.ts'
import { malformed } from '../../shared/credentials/malformed.ts'
import { unknown } from '../../shared/credentials/unknown.ts'
import { wrongSecret } from '../../shared/credentials/wrong-secret.ts'
import { users } from '../api.ts'
import { FORMS, type Form, inForm, spoilt, supplied } from './classes.ts'

/** Made up, one for each class that has no key of its own. */
const UNKNOWN = { key_id: '7c1e04d95ab3f628', secret: '93d0c5fa1e6b7248'.repeat(4) }
const PLACEBO = { key_id: 'a84f2b6d07c9e135', secret: '1c7e9a04d8b3f526'.repeat(4) }
const SECRET = { secret: '6e02b9d4f1a8c357'.repeat(4) }
/** As long as X-Api-Key. */
const PADDING = 'X-Padding'

/**
 * One request per failure class, all by one form. Each key_id stands in a block once: a revoked key has its own secret in one
 * pair of blocks and another in the next.
 */
export function uniformBlock(i: number, target: Target): LabelledRequest[] {
  const by = FORMS[i % 2]!
  const own = Math.floor(i / 2) % 2 === 0
  const request = (label: string, credential: Req['credential']) => ({ label, req: users(target, {}, credential) })
  const lapsed = (['revoked', 'expired'] as const).filter((condition) => target.keys[condition])
  return [
    // A request without a key has no form: by Bearer it would differ from the others in more than the class.
    ...(by === 'X-Api-Key' ? [{ label: 'missing', req: withoutKey(target) }] : []),
    request('malformed', spoilt(malformed, target, { part: 'secret', place: 63, character: 'g' }, by)),
    request('unknown', spoilt(unknown, target, UNKNOWN, by)),
    request('unknown placebo', spoilt(unknown, target, PLACEBO, by)),
    request('wrong-secret', spoilt(wrongSecret, target, SECRET, by)),
    ...lapsed.map((condition) =>
      own
        ? request(condition, supplied(target, condition, by))
        : request(`${condition}, wrong secret`, wrongSecretOf(target, condition, by)),
    ),
    ...(target.keys.disabled ? [request('disabled', supplied(target, 'disabled', by))] : []),
  ]
}

export function wrongSecretOf(target: Target, condition: 'revoked' | 'expired', by: Form, secret = SECRET) {
  const text = wrongSecret.build(target.keys[condition]!, secret)
  return inForm(by, text, 'wrong-secret', `the ${condition} key with a made-up secret`)
}

/** As many bytes as a request with a key. */
export function withoutKey(target: Target): Req {
  const length = target.keys.active.prefix.length + 1 + KEY_ID_LENGTH + 1 + SECRET_LENGTH
  return { ...users(target, {}, noCredential), headers: [[PADDING, '0'.repeat(length)]] }
}
