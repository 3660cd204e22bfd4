import type { Tools } from '../../core/rule.ts'
import type { Key, KeyCondition, Target } from '../../core/target.ts'
import { orRefused } from './refused.ts'

/** A supplied key by its condition, or one that is created: as usual, or to end at a time of its own. */
export type KeyCase = KeyCondition | 'created' | 'created to end'

export const keyCases = ({ keys, control }: Target): KeyCase[] => [
  ...(Object.keys(keys) as KeyCondition[]),
  ...(control?.includes('createKey') ? (['created', 'created to end'] as const) : []),
]

const DAY = 86_400_000
/** Days: the longest of B. */
const LONGEST = 3650

type Needed = Pick<Tools, 'target' | 'control'>

/** Nobody is asked to create one by hand for a rule that can do without. */
export async function keyOf(which: KeyCase, { target, control }: Needed): Promise<Key | undefined> {
  if (which !== 'created' && which !== 'created to end') return target.keys[which]
  if (control.byHand) return undefined
  const done = await orRefused(which === 'created' ? control[target.variant].createKey() : toEnd(control, target))
  return 'refused' in done ? undefined : done.key
}

/** Kinds of keys get kinds of prefixes, where nobody takes care. */
const toEnd = ({ a, b }: Tools['control'], { variant }: Target) =>
  variant === 'a'
    ? a.createKey({ expiresAt: new Date(Date.now() + DAY).toISOString() })
    : b.createKey({ lifetimeDays: LONGEST })
