import type { Site } from '../site.ts'
import type { KeyRecord, KeyState, Transition, Variant } from '../types.ts'
import { refuse } from './refused.ts'

/** Finds a key by its key_id. */
export const keyNamed = (site: Site, variant: Variant, keyId: string): KeyRecord =>
  site.store.keys.find(variant, keyId.toLowerCase()) ?? refuse(`no key ${keyId}`)

/** The state of a key in the state table; an active key expires with time. */
const stateOf = ({ state, expiresAt }: KeyRecord, now: number): KeyState =>
  state === 'active' && expiresAt !== undefined && now >= expiresAt ? 'expired' : state

/** Applies a transition of the state table. */
export function transition(site: Site, variant: Variant, keyId: string, step: Transition): KeyRecord {
  const key = keyNamed(site, variant, keyId)
  const admin = site.admin(variant)
  const now = stateOf(key, admin.now)
  const state = site.behaviour.keyTransition(now, step, admin)
  if (state === 'refuse') refuse(site.behaviour.transitionRefused(key, step, now, admin))
  const moved = site.behaviour.keyAfterTransition({ ...key, state }, step, admin)
  site.store.keys.save(moved)
  return moved
}

/** Revokes several keys in one action. */
export function revokeAll(site: Site, keys: readonly KeyRecord[]): void {
  for (const key of keys) site.store.keys.save({ ...key, state: 'revoked' })
}

export const iso = (ms: number) => new Date(ms).toISOString()

/** What the console shows of a key. */
export const shown = (site: Site, variant: Variant, keyId: string) => ({
  shown: site.behaviour.keyShown(keyNamed(site, variant, keyId), site.admin(variant)),
})

/** A line for each key that was created since a time in ISO 8601. */
export const logs = (site: Site, variant: Variant, time: string) => ({
  logs: site.store.keys
    .all(variant)
    .filter(({ createdAt }) => createdAt >= Date.parse(time))
    .map((key) => site.behaviour.keyLogged(key, site.admin(variant)))
    .join('\n'),
})

/** What the database holds for a key. */
export const stored = (site: Site, variant: Variant, keyId: string) => ({
  stored: site.behaviour.keyStored(keyNamed(site, variant, keyId), site.admin(variant)),
})
