import type { CreatedKeyState, KeyHistory } from '../../core/control-tools.ts'
import { partsOfKey } from '../../core/key-format.ts'
import type { ControlFunction, Key } from '../../core/target.ts'
import type { Redactor } from '../../http/redact.ts'
import { callWithLimit } from './call-with-limit.ts'
import { messageOf, saysRefused } from './error-message.ts'

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
  /** State by the control calls, not by time; undefined if unknown. */
  state: CreatedKeyState | undefined
  since: number
  readonly calls: ControlFunction[]
  /** `sentAt` of the latest request with the key, and of the latest that got 401. */
  usedAt?: number
  refusedAt?: number
}

/** Convert a created key to the form that rules use. A malformed key keeps the `keyId` that `createKey` returned. */
export function keyFrom(env: string, text: string, keyId: string): Key {
  const parts = partsOfKey(text)
  if (parts) return { env, prefix: parts.prefix, keyId: parts.keyId }
  const at = text.indexOf(`_${keyId}`)
  return { env, prefix: at > 0 ? text.slice(0, at) : '', keyId }
}

/** Whether the key is known to be revoked or expired. */
export const isOver = ({ revoked, revokedWithOthers, expiresAt }: CreatedKeyRecord): boolean =>
  revoked || revokedWithOthers || Date.now() > expiresAt

/** The key without its secret, as messages show it. */
export const nameOf = ({ prefix, keyId }: Key): string => (prefix === '' ? keyId : `${prefix}_${keyId}`)

/** Effects of successful control calls. Renewal of an expired key: not shown. */
const TRANSITIONS: { [F in ControlFunction]?: Partial<Record<CreatedKeyState, CreatedKeyState | 'unknown'>> } = {
  disableKey: { active: 'disabled' },
  enableKey: { disabled: 'active' },
  revokeKey: { active: 'revoked', disabled: 'revoked', expired: 'revoked' },
  revokeKeysIssuedBy: { active: 'revoked', expired: 'revoked' },
  expireKey: { active: 'expired' },
  renewKey: { expired: 'unknown' },
}

/** Record a control call that concerns the key. */
export function applyCall(created: CreatedKeyRecord, call: ControlFunction, succeeded: boolean): void {
  created.calls.push(call)
  const { state } = created
  const next = succeeded ? state && TRANSITIONS[call]?.[state] : 'unknown'
  // Revocation is permanent: no call leads out of it, not even one that failed.
  if (next === undefined || state === 'revoked') return
  created.state = next === 'unknown' ? undefined : next
  created.since = Date.now()
}

/** An expiry this close may have passed by the clock of the deployment, in milliseconds. */
const CLOSE_MS = 3_600_000

/** The history of a key as rules see it. */
export function historyOf({ key, state, since, calls, refusedAt = 0, expiresAt }: CreatedKeyRecord): KeyHistory {
  const expires = state === 'active' && expiresAt < Date.now() + CLOSE_MS
  const current = expires ? 'expired' : state
  return { key, ...(current && { state: current }), since, calls: [...calls], isRefused: refusedAt >= since }
}

type Act = (keyId: string) => Promise<unknown>

export interface Revocation {
  readonly revokeKey?: Act
  readonly enableKey?: Act
  readonly limit?: number
  readonly redactor: Redactor
}

/** Revoke a created key. Returns the reason if the key may still work. */
export async function revokeCreatedKey(created: CreatedKeyRecord, tidying: Revocation): Promise<string | undefined> {
  if (created.revoked) return undefined
  const problem = await revoke(created, tidying)
  if (problem === undefined) created.revoked = true
  applyCall(created, 'revokeKey', problem === undefined)
  return problem === undefined || isOver(created) ? undefined : `${nameOf(created.key)}: ${problem}`
}

async function revoke({ handle }: CreatedKeyRecord, { revokeKey, enableKey, limit, redactor }: Revocation) {
  if (!revokeKey) return 'the control module has no revokeKey'
  const act = (call: Act) => callWithLimit(() => call(handle), { limit })
  try {
    await act(revokeKey).catch(async (error) => {
      // A console may refuse to revoke a disabled key.
      if (!enableKey || !saysRefused(error)) throw error
      await act(enableKey)
      await act(revokeKey)
    })
    return undefined
  } catch (error) {
    return `revokeKey ${saysRefused(error) ? 'was refused' : 'failed'}: ${messageOf(error, redactor)}`
  }
}
