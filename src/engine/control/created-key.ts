import type { Key } from '../../core/target.ts'

/** A key created in this run and its known state. */
export interface CreatedKeyRecord {
  readonly key: Key
  /** Its id in the control module. */
  readonly handle: string
  readonly issuedBy?: string
  /** Milliseconds since the epoch; NaN if it never expires. */
  expiresAt: number
  /** The module revoked it. */
  revoked: boolean
  /** The module revoked all keys of its issuer. */
  revokedWithOthers: boolean
}

/** `<prefix>_<16 hex>_<64 hex>`; the prefix may contain underscores. */
const KEY_FORMAT = /^(.+)_([0-9a-f]{16})_[0-9a-f]{64}$/i

/** Convert a created key to the form that rules use. A malformed key keeps the `keyId` that `createKey` returned. */
export function keyFrom(env: string, text: string, keyId: string): Key {
  const [, prefix, ownId] = KEY_FORMAT.exec(text) ?? []
  if (prefix !== undefined && ownId !== undefined) return { env, prefix, keyId: ownId }
  const at = text.indexOf(`_${keyId}`)
  return { env, prefix: at > 0 ? text.slice(0, at) : '', keyId }
}

/** Whether the key is known to be revoked or expired. */
export const isOver = ({ revoked, revokedWithOthers, expiresAt }: CreatedKeyRecord): boolean =>
  revoked || revokedWithOthers || Date.now() > expiresAt

/** The key without its secret, as messages show it. */
export const nameOf = ({ prefix, keyId }: Key): string => (prefix === '' ? keyId : `${prefix}_${keyId}`)
