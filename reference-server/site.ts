import { createHash, randomBytes } from 'node:crypto'
import { type Behaviour, conforming } from './behaviour.ts'
import { openStore, type Store } from './store/store.ts'
import type { AdminContext, Variant } from './types.ts'

export interface SiteOptions {
  /** Path of the database (default: in memory). */
  db?: string
  /** Overrides of the conforming decisions. */
  behaviour?: Partial<Behaviour>
  /** Seed of the keys of an in-memory database. */
  seed?: string | number
  /** Length of a synthetic user list. */
  users?: number
  /** Serves only this variant, at the root. */
  variants?: readonly Variant[]
}

/** A reference server without its sockets: decisions, store, clock, randomness. */
export interface Site {
  readonly behaviour: Behaviour
  readonly store: Store
  readonly memory: Map<string, unknown>
  now(): number
  /** Counts requests from 0. */
  next(): number
  bytes(count: number): Uint8Array
  admin(variant: Variant): AdminContext
}

export function openSite({ db, behaviour: changed, seed = 1, users, variants }: SiteOptions): Site {
  const alone: Partial<Behaviour> = variants?.length === 1 ? { basePath: () => '' } : {}
  const behaviour: Behaviour = { ...conforming, ...alone, ...changed }
  const memory = new Map<string, unknown>()
  let requests = 0
  const now = () => behaviour.clock(Date.now())
  return {
    behaviour,
    memory,
    now,
    next: () => requests++,
    store: openStore(behaviour, db, users),
    bytes: db === undefined ? grown(String(seed)) : randomBytes,
    admin: (variant) => ({ variant, now: now(), prefix: behaviour.keyPrefix(variant), conforming, memory }),
  }
}

/** Deterministic bytes, the same at each start, so that no key needs to be stored; up to 32 at a time. */
function grown(seed: string) {
  let drawn = 0
  return (count: number) => createHash('sha256').update(`${seed}:${drawn++}`).digest().subarray(0, count)
}
