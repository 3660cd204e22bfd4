import type { Tools } from '../rule.ts'
import type { Key, KeyCondition, Target } from '../target.ts'
import { orRefused } from './refused.ts'

/** A supplied key by its condition, or one that is created. */
export type KeyCase = KeyCondition | 'created'

export const keyCases = ({ keys, control }: Target): KeyCase[] => [
  ...(Object.keys(keys) as KeyCondition[]),
  ...(control?.includes('createKey') ? (['created'] as const) : []),
]

type Needed = Pick<Tools, 'target' | 'control'>

/** Nobody is asked to create one by hand for a rule that can do without. */
export async function keyOf(which: KeyCase, { target, control }: Needed): Promise<Key | undefined> {
  if (which !== 'created') return target.keys[which]
  if (control.byHand) return undefined
  const done = await orRefused(control[target.variant].createKey())
  return 'refused' in done ? undefined : done.key
}
