import type { Exchange, Req } from '../core/exchange.ts'
import { isSupplied, keysIn } from '../core/keys-in-text.ts'
import type { WrittenExchange } from '../core/results.ts'
import { display, type Secrets } from '../core/secret-text.ts'
import type { KeyFile } from '../core/settings.ts'
import { curlCommand } from '../http/curl-command.ts'

const MOST_BODY = 4096

/** An exchange as reports hold it: secrets as `****`, cookies without their values, a long body cut. */
export function write(x: Exchange, secrets: Secrets, way?: readonly string[], keyFile?: KeyFile): WrittenExchange {
  return {
    request: {
      method: x.req.method ?? 'GET',
      url: display(x.url, secrets),
      headers: x.headers.map(([name, value]) => [name, display(value, secrets)] as const),
      credential: credentialOf(x.req),
      // A key that was created in the run is revoked by the time anyone reads this.
      curl: keysIn(x).every(isSupplied) ? curlCommand(x, way, keyFile) : '',
    },
    ...(x.response && { response: writeResponse(x.response) }),
    ...(x.problem && { problem: x.problem.message }),
    sentAt: new Date(x.sentAt).toISOString(),
    ms: Math.round(x.ms * 10) / 10,
  }
}

function writeResponse({ status, reason, headers, text, fault, bytes }: NonNullable<Exchange['response']>) {
  return {
    status,
    reason,
    headers: headers.map(([name, value]) => [name, hideCookie(name, value)] as const),
    body: text === undefined ? `(${fault})` : own(text.slice(0, MOST_BODY)),
    bodyBytes: bytes,
    ...(text !== undefined && text.length > MOST_BODY && { truncated: true as const }),
  }
}

/** A part of a text keeps the whole of it in memory; this one does not. */
const own = (part: string): string => Buffer.from(part, 'utf16le').toString('utf16le')

/** A cookie may be a session: its value is nobody's business. */
export function hideCookie(name: string, value: string): string {
  return name.toLowerCase() === 'set-cookie' ? value.replace(/=[^;]*/, '=****') : value
}

export function credentialOf({ credential }: Req): string {
  const where = credential.form === 'none' ? '' : ` by ${credential.form}`
  return `${credential.class}${where}${credential.note ? ` (${credential.note})` : ''}`
}
