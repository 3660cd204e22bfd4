import { hash, timingSafeEqual } from 'node:crypto'
import { BEARER, PREFIX } from '../choices.ts'
import type { Call, Check, Failure, KeyParts, KeyRecord, Source, Variant } from '../types.ts'

/** How a credential is found, parsed, looked up, compared and judged (A 5, B 5; key format A 2, B 2). */
export interface CredentialDecisions {
  /** Locations of the key, in order; the first that has a value counts (A 5.2, 5.3; B 5.1). */
  credentialSources(call: Call): readonly Source[]
  /** One value out of a header that came several times; joined, they are no key. */
  headerPicked(values: readonly string[], name: string, call: Call): string
  /** The token of an Authorization header, if its scheme is Bearer (A 5.3). */
  bearerToken(authorization: string, call: Call): string | undefined
  /** The presented text before parsing; nothing is trimmed or unquoted. */
  credentialText(text: string, call: Call): string
  /** Prefix, key_id and secret; the prefix may hold underscores (A 2, B 2). */
  keyParts(text: string, call: Call): KeyParts | undefined
  /** The fixed prefix of all keys (A 2, B 2). */
  keyPrefix(variant: Variant): string
  /** Whether a prefix is the fixed one. */
  prefixAccepted(prefix: string, fixed: string, call: Call): boolean
  /** 16 hex characters (A 8, B 8). */
  keyIdAccepted(keyId: string, call: Call): boolean
  /** 64 hex characters (A 8, B 8). */
  secretAccepted(secret: string, call: Call): boolean
  /** The key_id to look up: hex, so case-insensitive. */
  keyIdLookedUp(keyId: string, call: Call): string
  /** The secret to digest, when a key is created and when it is checked. */
  secretDigested(secret: string, variant: Variant): string
  /** The stored digest (A 2, B 2: only a hash). */
  digest(text: string): Uint8Array
  /** Compares digests in constant time. */
  digestsEqual(given: Uint8Array, kept: Uint8Array, call: Call): boolean
  /** Revoked: permanently refused (A 3, B 3). */
  keyRevoked(key: KeyRecord, now: number, call: Call): boolean
  /** Disabled: refused for now (A 3). */
  keyDisabled(key: KeyRecord, now: number, call: Call): boolean
  /** Expired from expires_at on (A 2, B 3). */
  keyExpired(key: KeyRecord, now: number, call: Call): boolean
  /** Why the credential is refused, or undefined when it is accepted (A 7, B 5.2). */
  classify(check: Check, call: Call): Failure | undefined
  /** Maximum age of a cached key, ms; 0 disables the cache (A 3: revocation is instant). */
  keyMaxAgeMs(call: Call): number
  /** Cookies of an authenticated response: there are no sessions (A 1, B 1). */
  setCookies(call: Call): readonly string[]
  /** The key_id that a session cookie authenticates: none (A 1, B 1). */
  sessionKeyId(call: Call): string | undefined
}

const A_SOURCES: readonly Source[] = [{ in: 'header', name: 'x-api-key' }, { in: 'bearer' }]
const B_SOURCES: readonly Source[] = [{ in: 'header', name: 'x-api-key' }]
const PARTS = /^(.+)_([^_]*)_([^_]*)$/s
const HEX_16 = /^[0-9a-f]{16}$/i
const HEX_64 = /^[0-9a-f]{64}$/i
const NONE: readonly string[] = []

export const credential: CredentialDecisions = {
  credentialSources: (call) => (call.variant === 'a' ? A_SOURCES : B_SOURCES),
  headerPicked: (values) => values.join(', '),
  bearerToken: (authorization) => BEARER.exec(authorization)?.[1],
  credentialText: (text) => text,
  keyParts: (text) => {
    const [whole, prefix, keyId, secret] = PARTS.exec(text) ?? []
    return whole === undefined ? undefined : { prefix: prefix!, keyId: keyId!, secret: secret! }
  },
  keyPrefix: () => PREFIX,
  prefixAccepted: (prefix, fixed) => prefix === fixed,
  keyIdAccepted: (keyId) => HEX_16.test(keyId),
  secretAccepted: (secret) => HEX_64.test(secret),
  keyIdLookedUp: (keyId) => keyId.toLowerCase(),
  secretDigested: (secret) => secret.toLowerCase(),
  digest: (text) => hash('sha256', text, 'buffer'),
  digestsEqual: (given, kept) => given.length === kept.length && timingSafeEqual(given, kept),
  keyRevoked: (key) => key.state === 'revoked',
  keyDisabled: (key) => key.state === 'disabled',
  keyExpired: (key, now) => key.expiresAt !== undefined && now >= key.expiresAt,
  classify: (check) => {
    if (!check.presented) return 'missing'
    if (!check.wellFormed) return 'malformed'
    if (!check.found) return 'unknown'
    if (!check.equal) return 'wrong-secret'
    if (check.revoked) return 'revoked'
    if (check.disabled) return 'disabled'
    return check.expired ? 'expired' : undefined
  },
  keyMaxAgeMs: () => 0,
  setCookies: () => NONE,
  sessionKeyId: () => undefined,
}
