import { B_RENEW_AFTER_LAPSE, B_RENEWAL_COUNTS_FROM } from '../choices.ts'
import type { Desk, KeyParts, KeyRecord, KeyState, Move, StoredState, User } from '../types.ts'

/** The admin side: what the console does to keys, people and users (A 3, B 2, B 3). */
export interface DeskDecisions {
  /** A new key_id, from 8 random bytes: 16 hex characters (A 8, B 8). */
  newKeyId(bytes: Uint8Array, desk: Desk): string
  /** A new secret, from 32 random bytes: 64 hex characters (A 8, B 8). */
  newSecret(bytes: Uint8Array, desk: Desk): string
  /** `<prefix>_<key_id>_<secret>` (A 2, B 2). */
  keyText(parts: KeyParts, desk: Desk): string
  /** Active immediately (A 3, B 3). */
  keyBorn(desk: Desk): StoredState
  /** The state tables: where a move leads, or that it is refused (A 3, B 3). */
  keyMove(state: KeyState, move: Move, desk: Desk): StoredState | 'refuse'
  /** A: the expiry is optional (2). */
  aExpiresAt(chosen: number | undefined, desk: Desk): number | undefined
  /** A: the scopes of a new key; all, when none are chosen (not shown). */
  aScopesGranted(chosen: readonly string[] | undefined, all: readonly string[], desk: Desk): readonly string[]
  /** B: 90 days when left out; 1 to 3650, never unlimited; undefined refuses (2, 8). */
  bLifetimeDays(chosen: unknown, desk: Desk): number | undefined
  /** B: only scopes that the issuer holds; undefined refuses (2). */
  bScopesGranted(
    chosen: readonly string[] | undefined,
    held: readonly string[],
    desk: Desk,
  ): readonly string[] | undefined
  /** B: the expiry of a lifetime that begins now. */
  bExpiresAt(now: number, days: number, desk: Desk): number
  /** B: the renewed key: the same value, the new expiry (3). */
  bRenewed(key: KeyRecord, days: number, desk: Desk): KeyRecord
  /** B: which of the company's keys stop when all of a person's are revoked: the live ones that the person issued (3). */
  bRevokedTogether(keys: readonly KeyRecord[], person: string, desk: Desk): readonly KeyRecord[]
  /** B: which keys stop when a person leaves: none, a key belongs to the company (2). */
  bStoppedByRemoval(keys: readonly KeyRecord[], person: string, desk: Desk): readonly KeyRecord[]
  /** A: the next id: ids increase monotonically (2). */
  aNextUserId(last: number, desk: Desk): number
  /** A: the update time of a new user, µs. */
  aCreatedAt(nowUs: number, desk: Desk): number
  /** A: the update time of a touched user, µs (4). */
  aTouchedAt(nowUs: number, user: User, desk: Desk): number
}

const DAY = 86_400_000
const hex = (bytes: Uint8Array) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('hex')

const TABLE: Record<KeyState, Record<Move, StoredState | 'refuse'>> = {
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

export const desk: DeskDecisions = {
  newKeyId: hex,
  newSecret: hex,
  keyText: ({ prefix, keyId, secret }) => `${prefix}_${keyId}_${secret}`,
  keyBorn: () => 'active',
  keyMove: (state, move) => TABLE[state][move],
  aExpiresAt: (chosen) => chosen,
  aScopesGranted: (chosen, all) => chosen ?? all,
  bLifetimeDays: (chosen = 90) =>
    typeof chosen === 'number' && Number.isInteger(chosen) && chosen >= 1 && chosen <= 3650 ? chosen : undefined,
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
