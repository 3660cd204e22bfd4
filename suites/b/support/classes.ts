import type { Credential } from '../../../src/core/exchange.ts'
import { inApiKey, noCredential, whole } from '../../../src/core/key-format.ts'
import type { Target } from '../../../src/core/target.ts'
import { type Crossed, crossed, crossedNote, isCrossed } from '../../shared/credentials/crossed.ts'
import { malformed } from '../../shared/credentials/malformed.ts'
import type { Mutation } from '../../shared/credentials/mutation.ts'
import { unknown } from '../../shared/credentials/unknown.ts'
import { wrongSecret } from '../../shared/credentials/wrong-secret.ts'

/** §5.2: the credential failures. */
export type FailureClass = 'missing' | 'malformed' | 'unknown' | 'wrong-secret' | 'revoked' | 'expired'

/** The active key after a mutation, or two keys crossed, where variant B reads a key: in X-Api-Key and nowhere else. */
export const spoilt = <D>(mutation: Mutation<D>, target: Target, d: D | Crossed): Credential =>
  isCrossed(d)
    ? inApiKey(crossed(target, d), mutation.class, crossedNote(d))
    : inApiKey(mutation.build(target.keys.active, d), mutation.class, mutation.note(d))

/** A credential of each class, for rules that speak of all of them; revoked and expired ones where they were supplied. */
export function failures(target: Target): Readonly<Partial<Record<FailureClass, Credential>>> {
  return {
    missing: noCredential,
    malformed: spoilt(malformed, target, malformed.first[0]!),
    unknown: spoilt(unknown, target, unknown.first[0]!),
    'wrong-secret': spoilt(wrongSecret, target, wrongSecret.first[0]!),
    ...(target.keys.revoked && { revoked: lapsed(target, 'revoked') }),
    ...(target.keys.expired && { expired: lapsed(target, 'expired') }),
  }
}

export const lapsed = (target: Target, condition: 'revoked' | 'expired'): Credential =>
  inApiKey(whole(target.keys[condition]!), condition, `the ${condition} key`)

/** The classes that can be tried, those first that servers tend to treat in their own way. */
export function failureClasses(target: Target): FailureClass[] {
  const order = ['missing', 'wrong-secret', 'unknown', 'revoked', 'malformed', 'expired'] as const
  const supplied = failures(target)
  return order.filter((name) => name in supplied)
}
