import type { Control } from '../control.ts'
import { fromJson, toJson } from '../json.ts'
import { ControlRefused } from './refused.ts'

const A = ['createKey', 'disableKey', 'enableKey', 'revokeKey', 'createUser', 'touchUser'] as const
const B = [
  'createKey',
  'renewKey',
  'revokeKey',
  'revokeKeysIssuedBy',
  'removePerson',
  'appendRow',
  'expireKey',
  'limitedAdministrator',
] as const

/** The control module of a reference server in another process, at the address in TENANT_REFERENCE_CONTROL. */
export function connectControl(address: string): Control {
  const side = (variant: string, acts: readonly string[]) =>
    Object.fromEntries(acts.map((act) => [act, (...args: unknown[]) => post(`${address}/${variant}/${act}`, args)]))
  return { a: side('a', A), b: side('b', B) } as unknown as Control
}

async function post(url: string, args: unknown[]): Promise<unknown> {
  // The server may close an idle connection while a call is being sent, and calls must not be retried.
  const response = await fetch(url, { method: 'POST', body: toJson(args), headers: { connection: 'close' } })
  const { result, name, error } = fromJson(await response.text()) as { result?: unknown; name?: string; error?: string }
  if (response.ok) return result
  throw name === 'ControlRefused' ? new ControlRefused(error) : new Error(error)
}
