import type { Redactor } from '../../http/redact.ts'
import { type Created, isOver, nameOf } from './created-key.ts'
import { messageOf, saysRefused } from './error-message.ts'
import { limited } from './limited-call.ts'

type Act = (keyId: string) => Promise<unknown>

export interface Tidying {
  readonly revokeKey?: Act
  readonly enableKey?: Act
  readonly limit?: number
  readonly redactor: Redactor
}

/** Revoke a created key. Returns the reason if the key may still work. */
export async function tidyUp(created: Created, tidying: Tidying): Promise<string | undefined> {
  if (created.revoked) return undefined
  const problem = await revoke(created, tidying)
  if (problem === undefined) created.revoked = true
  return problem === undefined || isOver(created) ? undefined : `${nameOf(created.key)}: ${problem}`
}

async function revoke({ handle }: Created, { revokeKey, enableKey, limit, redactor }: Tidying) {
  if (!revokeKey) return 'the control module has no revokeKey'
  const act = (call: Act) => limited(() => call(handle), { limit })
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
