import type { Key } from '../../core/target.ts'

/** A key that was created in this run, and what is known of its life. */
export interface Created {
  readonly key: Key
  /** What the control module calls it. */
  readonly handle: string
  readonly issuedBy?: string
  /** Milliseconds since the epoch; NaN when never. */
  expiresAt: number
  /** The module said that it was revoked. */
  revoked: boolean
  /** All keys of its issuer were revoked. */
  revokedWithOthers: boolean
}

/** `<prefix>_<16 hex>_<64 hex>`; the prefix may hold underscores. */
const FORM = /^(.+)_([0-9a-f]{16})_[0-9a-f]{64}$/i

/** The key as rules refer to it. One of another form is not taken apart: it has only the key_id that its creation told. */
export function keyFrom(env: string, text: string, keyId: string): Key {
  const [, prefix, own] = FORM.exec(text) ?? []
  if (prefix !== undefined && own !== undefined) return { env, prefix, keyId: own }
  const at = text.indexOf(`_${keyId}`)
  return { env, prefix: at > 0 ? text.slice(0, at) : '', keyId }
}

/** Why it cannot work any more, as far as is known. */
export const isOver = ({ revoked, revokedWithOthers, expiresAt }: Created): boolean =>
  revoked || revokedWithOthers || Date.now() > expiresAt

export const nameOf = ({ prefix, keyId }: Key): string => (prefix === '' ? keyId : `${prefix}_${keyId}`)
