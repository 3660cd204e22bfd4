import { setTimeout as sleep } from 'node:timers/promises'
import type { Variant } from '../../core/rule.ts'
import type { Key } from '../../core/target.ts'
import type { Queue } from '../../http/queue.ts'
import type { Redactor } from '../../http/redact.ts'
import { type Created, isOver, keyFrom, nameOf } from './created-key.ts'
import { limited } from './limited-call.ts'
import type { ControlSource } from './source.ts'
import { type Tidying, tidyUp } from './tidy.ts'

interface Options extends Omit<Tidying, 'revokeKey' | 'enableKey'> {
  readonly side: Pick<Tidying, 'revokeKey' | 'enableKey'>
  readonly variant: Variant
  readonly secrets: Map<string, string>
  readonly redactor: Redactor
  readonly slots: Queue
  readonly signal: AbortSignal
  readonly byHand?: ControlSource['byHand']
}

/** Keys that were created in a session, so that each is revoked again. */
export interface Register {
  /** Enters the key of a creation under way, however late it returns. */
  expect(creation: Promise<unknown>, choice: unknown): Promise<Key | undefined>
  /** What the control module calls the key. */
  handle(key: Key): string
  /** What was done to keys. */
  revoked(key: Key): void
  revokedAllOf(person: string): void
  expires(key: Key, at: string): void
  /** Nobody needs these any more: they are revoked while the run goes on. */
  release(keys: readonly Key[]): void
  /** Names of the keys that would be left if the process ended now. */
  open(): readonly string[]
  /** All that was released is revoked, or could not be. */
  settled(): Promise<unknown>
  /** Revokes what is left. Each key that is left over, with why. */
  close(hurried: boolean): Promise<readonly string[]>
}

/** Milliseconds for all that is left; of a run that somebody or its deadline ended less. */
const CLOSING_MS = 30_000
const HURRIED_MS = 4000

export function createRegister(options: Options): Register {
  const { side, variant, secrets, slots, byHand, signal, ...rest } = options
  const tidying: Tidying = { ...bound(side), ...rest }
  const all = new Map<string, Created>()
  const underWay = new Set<Promise<unknown>>()
  const tidied = new Map<Created, Promise<void>>()
  const leftovers = new Map<Created, string>()

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

  function tidy(created: Created): Promise<void> {
    const known = tidied.get(created)
    if (known) return known
    leftovers.set(created, `${nameOf(created.key)}: there was no time to revoke it`)
    const done = slots.run(() => tidyUp(created, tidying)).then((why) => note(created, why))
    tidied.set(created, done)
    return done
  }

  function note(created: Created, why: string | undefined): void {
    if (why === undefined) leftovers.delete(created)
    else leftovers.set(created, why)
  }

  const tidyKnown = () => Promise.all([...all.values()].map(tidy))

  async function byMachine(ms: number): Promise<void> {
    const everything = tidyKnown()
      .then(() => Promise.all(underWay))
      .then(tidyKnown)
    await Promise.race([everything, sleep(ms, undefined, { ref: false })])
  }

  async function byPerson(hurried: boolean): Promise<void> {
    const open = [...all.values()].filter((created) => !isOver(created))
    for (const created of open) leftovers.set(created, `${nameOf(created.key)}: revoke it in the console`)
    if (hurried || open.length === 0) return
    const names = open.map(({ key }) => nameOf(key))
    await limited(() => byHand!.revokeAll(names, variant), { signal }).then(
      () => leftovers.clear(),
      () => undefined,
    )
  }

  const find = ({ env }: Key) => all.get(env)
  return {
    expect(creation, choice) {
      const entering = creation.then((value) => enter(value, choice))
      const settled = entering.catch(() => undefined).finally(() => underWay.delete(settled))
      underWay.add(settled)
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
      ...(underWay.size > 0 ? [LATE] : []),
    ],
    settled: () => Promise.all(tidied.values()),
    async close(hurried) {
      await (byHand ? byPerson(hurried) : byMachine(hurried ? HURRIED_MS : CLOSING_MS))
      return [...leftovers.values(), ...(underWay.size > 0 ? [LATE] : [])]
    },
  }
}

const LATE = 'a call of createKey had not returned: it may have created a key'

function bound(side: Options['side']): Options['side'] {
  const { revokeKey, enableKey } = side
  return { revokeKey: revokeKey?.bind(side), enableKey: enableKey?.bind(side) }
}
