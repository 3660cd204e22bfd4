import { B_RENEW_AFTER_LAPSE, B_RENEWAL_COUNTS_FROM } from '../choices.ts'
import { PEOPLE } from '../store/seed-companies.ts'
import type { AdminContext, KeyParts, KeyRecord, KeyState, Person, StoredState, Transition, User } from '../types.ts'

/** The admin side: what the console does to keys, people and users (A 3, B 2, B 3). */
export interface AdminDecisions {
  /** A new key_id, from 8 random bytes: 16 hex characters (A 8, B 8). */
  newKeyId(bytes: Uint8Array, admin: AdminContext): string
  /** A new secret, from 32 random bytes: 64 hex characters (A 8, B 8). */
  newSecret(bytes: Uint8Array, admin: AdminContext): string
  /** `<prefix>_<key_id>_<secret>` (A 2, B 2). */
  keyText(parts: KeyParts, admin: AdminContext): string
  /** Active immediately (A 3, B 3). */
  initialKeyState(admin: AdminContext): StoredState
  /** The state tables: where a transition leads, or that it is refused (A 3, B 3). */
  keyTransition(state: KeyState, transition: Transition, admin: AdminContext): StoredState | 'refuse'
  /** What the console says when it refuses a transition. */
  transitionRefused(key: KeyRecord, transition: Transition, state: KeyState, admin: AdminContext): string
  /** What a transition changes of a key beside its state: nothing (A 3, B 3). */
  keyAfterTransition(key: KeyRecord, transition: Transition, admin: AdminContext): KeyRecord
  /** What the console shows of a key: prefix, key_id, a masked secret (A 2, B 2) and the expiry date (B 3). */
  keyShown(key: KeyRecord, admin: AdminContext): string
  /** What is stored of a key: a digest of the secret (A 2, B 2). */
  keyStored(key: KeyRecord, admin: AdminContext): string
  /** What is logged of a request with a key, and of what the console does to it: its key_id (A 5.8, B 5.5). */
  keyLogged(key: KeyRecord, admin: AdminContext): string
  /** A: a key whose expires_at is changed. */
  aExpirySet(key: KeyRecord, expiresAt: number, admin: AdminContext): KeyRecord
  /** B: whether a person is an administrator, and may issue keys (2). */
  bMayIssue(person: Person, admin: AdminContext): boolean
  /** B: which keys stop when a person changes password or loses a role: none (2). */
  bStoppedByPassword(keys: readonly KeyRecord[], person: string, admin: AdminContext): readonly KeyRecord[]
  bStoppedByRole(keys: readonly KeyRecord[], person: string, admin: AdminContext): readonly KeyRecord[]
  /** A: the instant of an expires_at in ISO 8601, ms; undefined refuses (2). */
  aExpiryRead(text: string, admin: AdminContext): number | undefined
  /** A: the expiry is optional (2). */
  aExpiresAt(chosen: number | undefined, admin: AdminContext): number | undefined
  /** A: the scopes of a new key; all, when none are chosen (not shown). */
  aScopesGranted(chosen: readonly string[] | undefined, all: readonly string[], admin: AdminContext): readonly string[]
  /** B: 90 days when left out; 1 to 3650, never unlimited; undefined refuses (2, 8). */
  bLifetimeDays(chosen: unknown, admin: AdminContext): number | undefined
  /** B: the lifetime of a renewal: the same limits. */
  bRenewalDays(chosen: unknown, admin: AdminContext): number | undefined
  /** B: whether a key may have this name, beside the company's keys; names need not differ (not shown). */
  bNameAccepted(name: string, keys: readonly KeyRecord[], admin: AdminContext): boolean
  /** B: which of the company's keys stop when a key of this name is issued: none (2). */
  bStoppedByIssue(keys: readonly KeyRecord[], name: string, admin: AdminContext): readonly KeyRecord[]
  /** B: only scopes that the issuer holds; undefined refuses (2). */
  bScopesGranted(
    chosen: readonly string[] | undefined,
    held: readonly string[],
    admin: AdminContext,
  ): readonly string[] | undefined
  /** B: the expiry of a lifetime that begins now. */
  bExpiresAt(now: number, days: number, admin: AdminContext): number
  /** B: the renewed key: the same value, the new expiry (3). */
  bRenewed(key: KeyRecord, days: number, admin: AdminContext): KeyRecord
  /** B: which of the company's keys stop when all of a person's are revoked: the live ones that the person issued (3). */
  bRevokedTogether(keys: readonly KeyRecord[], person: string, admin: AdminContext): readonly KeyRecord[]
  /** B: which keys stop when a person leaves: none, a key belongs to the company (2). */
  bStoppedByRemoval(keys: readonly KeyRecord[], person: string, admin: AdminContext): readonly KeyRecord[]
  /** A: the next id: ids increase monotonically (2). */
  aNextUserId(last: number, admin: AdminContext): number
  /** A: the update time of a new user, µs. */
  aCreatedAt(nowUs: number, admin: AdminContext): number
  /** A: the update time of a touched user, µs (4). */
  aTouchedAt(nowUs: number, user: User, admin: AdminContext): number
}

const DAY = 86_400_000
const hex = (bytes: Uint8Array) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('hex')

const TABLE: Record<KeyState, Record<Transition, StoredState | 'refuse'>> = {
  active: { disable: 'disabled', enable: 'active', revoke: 'revoked', renew: 'active' },
  disabled: { disable: 'disabled', enable: 'active', revoke: 'revoked', renew: 'refuse' },
  revoked: { disable: 'refuse', enable: 'refuse', revoke: 'revoked', renew: 'refuse' },
  expired: {
    disable: 'refuse',
    enable: 'refuse',
    revoke: 'revoked',
    renew: B_RENEW_AFTER_LAPSE === 'allow' ? 'active' : 'refuse',
  },
}

export const admin: AdminDecisions = {
  newKeyId: hex,
  newSecret: hex,
  keyText: ({ prefix, keyId, secret }) => `${prefix}_${keyId}_${secret}`,
  initialKeyState: () => 'active',
  keyTransition: (state, transition) => TABLE[state][transition],
  transitionRefused: (_key, transition, state) => `cannot ${transition} a key that is ${state}`,
  keyAfterTransition: (key) => key,
  keyShown: ({ keyId, name, expiresAt }, { prefix }) =>
    JSON.stringify({
      key: `${prefix}_${keyId}_${'•'.repeat(8)}`,
      name,
      expires: expiresAt && new Date(expiresAt).toISOString(),
    }),
  keyStored: ({ digest, ...rest }) => JSON.stringify({ ...rest, digest: hex(digest) }),
  keyLogged: ({ keyId, state }) => `key_id=${keyId} state=${state}`,
  aExpirySet: (key, expiresAt) => ({ ...key, expiresAt }),
  bMayIssue: ({ id }) => id !== PEOPLE.ordinary,
  bStoppedByPassword: () => [],
  bStoppedByRole: () => [],
  aExpiryRead: (text) => {
    const ms = Date.parse(text)
    return Number.isNaN(ms) ? undefined : ms
  },
  aExpiresAt: (chosen) => chosen,
  aScopesGranted: (chosen, all) => chosen ?? all,
  bLifetimeDays: (chosen = 90) =>
    typeof chosen === 'number' && Number.isInteger(chosen) && chosen >= 1 && chosen <= 3650 ? chosen : undefined,
  bRenewalDays: (chosen, admin) => admin.conforming.bLifetimeDays(chosen, admin),
  bNameAccepted: () => true,
  bStoppedByIssue: () => [],
  bScopesGranted: (chosen = undefined, held) => {
    const asked = chosen ?? held
    return asked.every((scope) => held.includes(scope)) ? asked : undefined
  },
  bExpiresAt: (now, days) => now + days * DAY,
  bRenewed: (key, days, { now }) => ({
    ...key,
    expiresAt: (B_RENEWAL_COUNTS_FROM === 'now' ? now : (key.expiresAt ?? now)) + days * DAY,
  }),
  bRevokedTogether: (keys, person, { now }) =>
    keys.filter((key) => key.issuedBy === person && key.state === 'active' && now < (key.expiresAt ?? Infinity)),
  bStoppedByRemoval: () => [],
  aNextUserId: (last) => last + 1,
  aCreatedAt: (nowUs) => nowUs,
  aTouchedAt: (nowUs) => nowUs,
}
