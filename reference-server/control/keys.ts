import type { Site } from '../site.ts'
import type { KeyRecord, KeyState, Move, Variant } from '../types.ts'
import { refuse } from './refused.ts'

/** Finds a key by its key_id. */
export const keyNamed = (site: Site, variant: Variant, keyId: string): KeyRecord =>
  site.store.keys.find(variant, keyId.toLowerCase()) ?? refuse(`no key ${keyId}`)

/** The state of a key in the state table; an active key expires with time. */
const stateOf = ({ state, expiresAt }: KeyRecord, now: number): KeyState =>
  state === 'active' && expiresAt !== undefined && now >= expiresAt ? 'expired' : state

/** Applies a transition of the state table. */
export function move(site: Site, variant: Variant, keyId: string, step: Move): KeyRecord {
  const key = keyNamed(site, variant, keyId)
  const desk = site.desk(variant)
  const now = stateOf(key, desk.now)
  const state = site.behaviour.keyMove(now, step, desk)
  if (state === 'refuse') refuse(`cannot ${step} a key that is ${now}`)
  const moved = { ...key, state }
  site.store.keys.save(moved)
  return moved
}

/** Revokes several keys in one action. */
export function revokeAll(site: Site, keys: readonly KeyRecord[]): void {
  for (const key of keys) site.store.keys.save({ ...key, state: 'revoked' })
}

export const iso = (ms: number) => new Date(ms).toISOString()
