import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { text } from 'node:stream/consumers'
import type { Control } from '../control.ts'
import { fromJson, toJson } from '../json.ts'
import { ControlRefused } from './refused.ts'

const A = [
  'createKey',
  'disableKey',
  'enableKey',
  'revokeKey',
  'createUser',
  'touchUser',
  'setExpiry',
  'showKey',
  'storedKey',
  'logsSince',
] as const
const B = [
  'createKey',
  'renewKey',
  'revokeKey',
  'revokeKeysIssuedBy',
  'removePerson',
  'appendRow',
  'expireKey',
  'limitedAdministrator',
  'changePassword',
  'removeRole',
  'ordinaryPerson',
  'showKey',
  'storedKey',
  'logsSince',
] as const

/** The control module of a reference server in another process, at the address in TENANT_REFERENCE_CONTROL. */
export function connectControl(address: string): Control {
  const side = (variant: string, acts: readonly string[]) =>
    Object.fromEntries(acts.map((act) => [act, (...args: unknown[]) => post(`${address}/${variant}/${act}`, args)]))
  return { a: side('a', A), b: side('b', B) } as unknown as Control
}

/** Over a new connection: the server may close an idle one just as a call is sent, and a call must not be repeated. */
async function post(url: string, args: unknown[]): Promise<unknown> {
  const call = request(url, { method: 'POST', agent: false }).end(toJson(args))
  const [response] = (await once(call, 'response')) as [IncomingMessage]
  const { result, name, error } = fromJson(await text(response)) as { result?: unknown; name?: string; error?: string }
  if (response.statusCode === 200) return result
  throw name === 'ControlRefused' ? new ControlRefused(error) : new Error(error)
}
