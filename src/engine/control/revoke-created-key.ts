import type { Redactor } from '../../http/redact.ts'
import { callWithLimit } from './call-with-limit.ts'
import { type CreatedKeyRecord, isOver, nameOf } from './created-key.ts'
import { messageOf, saysRefused } from './error-message.ts'

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
