import type { Tools } from '../../core/rule.ts'
import type { Key, KeyCondition, Target } from '../../core/target.ts'
import { orRefused } from './refused.ts'

/** A supplied key by its condition, or a created key with the default or a custom expiry. */
export type KeyCase = KeyCondition | 'created' | 'created to end'

/** List the keys available on a target. */
export const keyCases = ({ keys, control }: Target): KeyCase[] => [
  ...(Object.keys(keys) as KeyCondition[]),
  ...(control?.includes('createKey') ? (['created', 'created to end'] as const) : []),
]

const DAY = 86_400_000
/** Longest lifetime in variant B, in days. */
const LONGEST_LIFETIME = 3650

type Needed = Pick<Tools, 'target' | 'control'>

/** Return the key of a case; undefined if the console refuses to create it or a person would have to create it. */
export async function keyForCase(which: KeyCase, { target, control }: Needed): Promise<Key | undefined> {
  if (which !== 'created' && which !== 'created to end') return target.keys[which]
  if (control.byHand) return undefined
  const created = await orRefused(
    which === 'created' ? control[target.variant].createKey() : withCustomExpiry(control, target),
  )
  return 'refused' in created ? undefined : created.key
}

/** A backend may give keys with a custom expiry another prefix. */
const withCustomExpiry = ({ a, b }: Tools['control'], { variant }: Target) =>
  variant === 'a'
    ? a.createKey({ expiresAt: new Date(Date.now() + DAY).toISOString() })
    : b.createKey({ lifetimeDays: LONGEST_LIFETIME })
