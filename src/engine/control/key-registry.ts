import { setTimeout as sleep } from 'node:timers/promises'
import type { KeyHistory, KeyText } from '../../core/control-tools.ts'
import { partsOfKey } from '../../core/key-format.ts'
import { LruCache } from '../../core/lru-cache.ts'
import type { Variant } from '../../core/rule.ts'
import { secretOf } from '../../core/secret-text.ts'
import type { ControlFunction, Key } from '../../core/target.ts'
import type { Queue } from '../../http/queue.ts'
import type { Redactor } from '../../http/redact.ts'
import { callWithLimit } from './call-with-limit.ts'
import type { ControlSource } from './control-source.ts'
import {
  applyCall,
  type CreatedKeyRecord,
  historyOf,
  isOver,
  keyFrom,
  nameOf,
  type Revocation,
  revokeCreatedKey,
} from './created-key.ts'

interface Options extends Omit<Revocation, 'revokeKey' | 'enableKey'> {
  readonly side: Pick<Revocation, 'revokeKey' | 'enableKey'>
  readonly variant: Variant
  readonly secrets: Map<string, string>
  readonly redactor: Redactor
  readonly slots: Queue
  readonly signal: AbortSignal
  readonly byHand?: ControlSource['byHand']
  /** Spares some keys in each state, to be used again at the end of the run. */
  readonly keepsSome?: boolean
}

/** Tracks the keys created in a session and revokes each of them. */
export interface KeyRegistry {
  /** Registers the key of a pending `createKey` call, however late it returns. */
  expect(creation: Promise<unknown>, choice: unknown): Promise<Key | undefined>
  /** The id of the key in the control module. */
  handle(key: Key): string
  /** Records a control call on a key, or on all keys of a person. */
  called(name: ControlFunction, on: Key | string, succeeded: boolean): void
  expires(key: Key, at: string): void
  /** What the one text of a result holds of the key, and of other keys: of created ones only in a log, which may hold the URL of any request. */
  textOf(key: Key, result: Record<string, unknown>, isLog: boolean): { readonly [name in keyof KeyText]: boolean }
  /** Records a request with a created key, by the name of the key. */
  used(env: string, sentAt: number, isRefused: boolean): void
  /** The keys as they are when every pending revocation is done. */
  histories(): Promise<readonly KeyHistory[]>
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

/** Keys that are spared: in all, in one state, and with the same calls. A company may have a limit of keys. */
const MAX_SPARED = 6
const MAX_SPARED_IN_STATE = 4
const MAX_SPARED_ALIKE = 2

/** Create the register of a session. */
export function createKeyRegistry(options: Options): KeyRegistry {
  const { side, variant, secrets, slots, byHand, signal, keepsSome, ...rest } = options
  const tidying: Revocation = { ...bound(side), ...rest }
  const all = new Map<string, CreatedKeyRecord>()
  const pending = new Set<Promise<unknown>>()
  const revocations = new Map<CreatedKeyRecord, Promise<void>>()
  const leftovers = new Map<CreatedKeyRecord, string>()
  /** The last text about a key; it never leaves the register. */
  const texts = new Map<string, string>()

  function enter(value: unknown, choice: unknown): Key | undefined {
    const { key: text, keyId: handle, expiresAt } = (value ?? {}) as Record<string, unknown>
    if (typeof text !== 'string' || typeof handle !== 'string') return undefined
    const { issuedBy, expiresAt: chosen } = (choice ?? {}) as { issuedBy?: string; expiresAt?: string }
    const env = `CREATED_KEY_${all.size + 1}`
    secrets.set(env, text)
    const key = keyFrom(env, text, rest.redactor.redact(handle))
    const expiry = Date.parse(String(expiresAt ?? chosen))
    const open = { revoked: false, revokedWithOthers: false, state: 'active', since: Date.now() } as const
    all.set(env, { key, handle, issuedBy, expiresAt: expiry, calls: ['createKey'], ...open })
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

  const spared: CreatedKeyRecord[] = []
  function isSpared(created: CreatedKeyRecord): boolean {
    const { state, calls, usedAt } = created
    if (!keepsSome || !state || state === 'revoked' || usedAt === undefined) return false
    const inState = spared.filter((other) => other.state === state)
    const alike = inState.filter((other) => other.calls.join() === calls.join())
    if (alike.length >= MAX_SPARED_ALIKE || inState.length >= MAX_SPARED_IN_STATE || spared.length >= MAX_SPARED)
      return false
    spared.push(created)
    return true
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
    called(name, on, succeeded) {
      const isConcerned = ({ key, issuedBy }: CreatedKeyRecord) =>
        typeof on === 'string' ? issuedBy === on : key.env === on.env
      for (const created of [...all.values()].filter(isConcerned)) {
        if (succeeded && name === 'revokeKey') created.revoked = true
        if (succeeded && name === 'revokeKeysIssuedBy') created.revokedWithOthers = true
        applyCall(created, name, succeeded)
      }
    },
    expires: (key, at) => void Object.assign(find(key) ?? {}, { expiresAt: Date.parse(at) }),
    release(keys) {
      const released = byHand ? [] : keys.map((key) => find(key)!)
      for (const created of released) if (!isSpared(created)) tidy(created)
    },
    textOf(key, result, isLog) {
      const text = Object.values(result).join('\n')
      const others = [...secrets].flatMap(([env, other]) =>
        env !== key.env && (all.has(env) || !isLog) && partsOfKey(other) ? [other] : [],
      )
      const before = texts.get(key.env)
      texts.set(key.env, text)
      const hasChanged = before !== undefined && before !== text
      const hasOtherDates = areOtherDates(text, find(key)?.expiresAt ?? Number.NaN)
      return { ...keyTextOf(text, key, secrets.get(key.env) ?? '', others), hasChanged, hasOtherDates }
    },
    used(env, sentAt, isRefused) {
      const created = all.get(env)
      if (!created) return
      created.usedAt = sentAt
      if (isRefused) created.refusedAt = Math.max(sentAt, created.refusedAt ?? 0)
    },
    async histories() {
      await Promise.all(revocations.values())
      return [...all.values()].map(historyOf)
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

const DAY = 86_400_000

/** Whether a text has future dates in ISO form, but not the expiry date, nor one a day from it, as in another time zone. */
export function areOtherDates(text: string, expiresAt: number): boolean {
  const dates = [...text.matchAll(/\b\d{4}-\d\d-\d\d/g)].map(([date]) => Date.parse(date))
  const ahead = dates.filter((date) => date > Date.now() + DAY)
  return ahead.length > 0 && ahead.every((date) => Math.abs(date - expiresAt) > 2 * DAY)
}

/** Consecutive characters of a secret that a masked form may not show. */
const MAX_SHOWN = 11

/**
 * What a text holds of a key: the secret in any letter case, with separators or backwards; its text or bytes as decimal numbers; its bytes
 * in base64; its text in hex or base64. Of other keys, given in full, it looks for 23 characters or more.
 */
export function keyTextOf(
  text: string,
  key: Key,
  whole: string,
  others: readonly string[] = [],
): Omit<KeyText, 'hasChanged' | 'hasOtherDates'> {
  const plain = text.toLowerCase()
  const bytes = Buffer.from((text.match(/-?\d+/g) ?? []).map(Number))
  const texts = [plain, bytes.toString('latin1').toLowerCase()].map((one) => one.replace(/[^0-9a-z]/g, ''))
  const readings = [...texts, bytes.toString('hex')]
  const shows = ({ parts, encoded }: Forms) =>
    parts.some((part) => readings.some((one) => one.includes(part))) || encoded.some((form) => text.includes(form))
  return {
    holdsSecret: shows(formsOf(whole, 1)),
    holdsOtherSecret: others.some((other) => shows(formsOfOther(other))),
    holdsKeyId: plain.includes(key.keyId.toLowerCase()),
    holdsPrefix: plain.includes(key.prefix.toLowerCase()),
  }
}

/** What a text may not hold of a key. */
interface Forms {
  readonly parts: readonly string[]
  readonly encoded: readonly string[]
}

const formsOf = (full: string, step: number): Forms => ({ parts: windowsOf(full, step), encoded: encodings(full) })

/** Each text is searched for all other keys of the run. */
const knownForms = new LruCache<string, Forms>(1000)
function formsOfOther(full: string): Forms {
  const forms = knownForms.get(full) ?? formsOf(full, MAX_SHOWN + 1)
  knownForms.set(full, forms, 1)
  return forms
}

/** Parts of a secret that a text may not hold, each `step` characters after the one before; forwards and backwards. */
function windowsOf(whole: string, step: number): string[] {
  const secret = secretOf(whole).toLowerCase()
  const bytesBackwards = Buffer.from(secret, 'hex').reverse().toString('hex')
  return [secret, backwards(secret), bytesBackwards].flatMap((one) =>
    Array.from({ length: Math.max(0, Math.ceil((one.length - MAX_SHOWN) / step)) }, (_, i) =>
      one.slice(i * step, i * step + MAX_SHOWN + 1),
    ),
  )
}

const backwards = (text: string): string => [...text].reverse().join('')

/** Encodings that are undone without a key. */
function encodings(whole: string): string[] {
  const secret = secretOf(whole)
  const raw = Buffer.from(secret, 'hex')
  const texts = [secret, whole].flatMap((text) => [Buffer.from(text, 'latin1'), Buffer.from(text, 'utf16le')])
  const forms = texts.flatMap((text) => [text.toString('base64'), text.toString('base64url'), text.toString('hex')])
  const all = [...forms, ...(raw.length > 0 ? [raw.toString('base64'), raw.toString('base64url')] : [])]
  // Padding and the last characters depend on what follows.
  return all.map((form) => form.replace(/=+$/, '').slice(0, -2)).filter(({ length }) => length > MAX_SHOWN)
}
