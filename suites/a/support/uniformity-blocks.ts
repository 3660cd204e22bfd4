import type { Target } from '../../../src/core/target.ts'
import type { LabelledRequest } from '../../../src/judge/uniformity/blocks.ts'
import { OWN_KEYS, refusalBlock } from '../../shared/refusal-blocks.ts'
import { FORMS, headerOf, users } from '../api.ts'

/**
 * One request per failure class, all via one header. Each key_id is sent once in a block: a revoked key has its own secret in
 * one pair of blocks and another secret in the next.
 */
export function uniformBlock(i: number, target: Target): LabelledRequest[] {
  const by = FORMS[i % 2]!
  return refusalBlock({
    target,
    made: OWN_KEYS,
    header: headerOf(by),
    request: (credential) => users(target, {}, credential),
    missing: by === 'X-Api-Key',
    secrets: Math.floor(i / 2) % 2 === 0 ? 'own' : 'made-up',
    disabled: true,
  })
}
