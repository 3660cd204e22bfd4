import { setTimeout as sleep } from 'node:timers/promises'
import type { Variant } from '../../core/rule.ts'
import type { Key } from '../../core/target.ts'
import type { Queue } from '../../http/queue.ts'
import type { Redactor } from '../../http/redact.ts'
import { callWithLimit } from './call-with-limit.ts'
import type { ControlSource } from './control-source.ts'
import { type CreatedKeyRecord, isOver, keyFrom, nameOf } from './created-key.ts'
import { type Revocation, revokeCreatedKey } from './revoke-created-key.ts'

interface Options extends Omit<Revocation, 'revokeKey' | 'enableKey'> {
  readonly side: Pick<Revocation, 'revokeKey' | 'enableKey'>
  readonly variant: Variant
  readonly secrets: Map<string, string>
  readonly redactor: Redactor
  readonly slots: Queue
  readonly signal: AbortSignal
  readonly byHand?: ControlSource['byHand']
}

/** Tracks the keys created in a session and revokes each of them. */
export interface KeyRegistry {
  /** Registers the key of a pending `createKey` call, however late it returns. */
  expect(creation: Promise<unknown>, choice: unknown): Promise<Key | undefined>
  /** The id of the key in the control module. */
  handle(key: Key): string
  /** Record state transitions of keys. */
  revoked(key: Key): void
  revokedAllOf(person: string): void
  expires(key: Key, at: string): void
  /** Revokes keys that are no longer needed, while the run continues. */
  release(keys: readonly Key[]): void
  /** Names of the keys that would remain if the process ended now. */
  open(): readonly string[]
  /** Resolves when every released key is revoked or its revocation failed. */
  settled(): Promise<unknown>
  /** Revokes the remaining keys. Returns each key that could not be revoked, with the reason. */
  close(hurried: boolean): Promise<readonly string[]>
}

/** Time to revoke the remaining keys, in milliseconds; shorter after an interruption or a deadline. */
const CLOSING_MS = 30_000
const HURRIED_MS = 4000

/** Create the register of a session. */
export function createKeyRegistry(options: Options): KeyRegistry {
  const { side, variant, secrets, slots, byHand, signal, ...rest } = options
  const tidying: Revocation = { ...bound(side), ...rest }
  const all = new Map<string, CreatedKeyRecord>()
  const pending = new Set<Promise<unknown>>()
  const revocations = new Map<CreatedKeyRecord, Promise<void>>()
  const leftovers = new Map<CreatedKeyRecord, string>()

  function enter(value: unknown, choice: unknown): Key | undefined {
    const { key: text, keyId: handle, expiresAt } = (value ?? {}) as Record<string, unknown>
    if (typeof text !== 'string' || typeof handle !== 'string') return undefined
    const { issuedBy, expiresAt: chosen } = (choice ?? {}) as { issuedBy?: string; expiresAt?: string }
    const env = `CREATED_KEY_${all.size + 1}`
    secrets.set(env, text)
    const key = keyFrom(env, text, rest.redactor.redact(handle))
    const expiry = Date.parse(String(expiresAt ?? chosen))
    all.set(env, { key, handle, issuedBy, expiresAt: expiry, revoked: false, revokedWithOthers: false })
    return key
  }

  function tidy(created: CreatedKeyRecord): Promise<void> {
    const known = revocations.get(created)
    if (known) return known
    leftovers.set(created, `${nameOf(created.key)}: there was no time to revoke it`)
    const done = slots.run(() => revokeCreatedKey(created, tidying)).then((why) => note(created, why))
    revocations.set(created, done)
    return done
  }

  function note(created: CreatedKeyRecord, why: string | undefined): void {
    if (why === undefined) leftovers.delete(created)
    else leftovers.set(created, why)
  }

  const revokeAll = () => Promise.all([...all.values()].map(tidy))

  async function byMachine(ms: number): Promise<void> {
    const everything = revokeAll()
      .then(() => Promise.all(pending))
      .then(revokeAll)
    await Promise.race([everything, sleep(ms, undefined, { ref: false })])
  }

  async function byPerson(hurried: boolean): Promise<void> {
    const open = [...all.values()].filter((created) => !isOver(created))
    for (const created of open) leftovers.set(created, `${nameOf(created.key)}: revoke it in the console`)
    if (hurried || open.length === 0) return
    const names = open.map(({ key }) => nameOf(key))
    await callWithLimit(() => byHand!.revokeAll(names, variant), { signal }).then(
      () => leftovers.clear(),
      () => undefined,
    )
  }

  const find = ({ env }: Key) => all.get(env)
  return {
    expect(creation, choice) {
      const entry = creation.then((value) => enter(value, choice))
      const settled = entry.catch(() => undefined).finally(() => pending.delete(settled))
      pending.add(settled)
      return settled
    },
    handle: (key) => find(key)?.handle ?? key.keyId,
    revoked: (key) => void Object.assign(find(key) ?? {}, { revoked: true }),
    revokedAllOf(person) {
      for (const created of all.values()) if (created.issuedBy === person) created.revokedWithOthers = true
    },
    expires: (key, at) => void Object.assign(find(key) ?? {}, { expiresAt: Date.parse(at) }),
    release(keys) {
      if (!byHand) for (const key of keys) tidy(find(key)!)
    },
    open: () => [
      ...[...all.values()].filter((created) => !isOver(created)).map(({ key }) => nameOf(key)),
      ...(pending.size > 0 ? [LATE] : []),
    ],
    settled: () => Promise.all(revocations.values()),
    async close(hurried) {
      await (byHand ? byPerson(hurried) : byMachine(hurried ? HURRIED_MS : CLOSING_MS))
      return [...leftovers.values(), ...(pending.size > 0 ? [LATE] : [])]
    },
  }
}

const LATE = 'a createKey call had not returned; it may have created a key'

function bound(side: Options['side']): Options['side'] {
  const { revokeKey, enableKey } = side
  return { revokeKey: revokeKey?.bind(side), enableKey: enableKey?.bind(side) }
}
