import { beginningOf } from '../core/beginning-of.ts'
import type { Exchange, Req } from '../core/exchange.ts'
import { isCreated, keysInRequest } from '../core/keys-in-request.ts'
import type { WrittenExchange } from '../core/results.ts'
import { display, type Secrets } from '../core/secret-text.ts'
import type { KeyFile } from '../core/settings.ts'
import { curlCommand } from '../http/curl-command.ts'

const MOST_BODY = 4096

/** Convert an exchange to its form in reports: secrets and cookie values as `****`, a long body truncated. */
export function writtenExchange(
  x: Exchange,
  secrets: Secrets,
  way?: readonly string[],
  keyFile?: KeyFile,
): WrittenExchange {
  return {
    request: {
      method: x.req.method ?? 'GET',
      url: display(x.url, secrets),
      ...(x.req.absolute && { absolute: true as const }),
      headers: x.headers.map(([name, value]) => [name, display(value, secrets)] as const),
      credential: credentialOf(x.req),
      ...(x.req.client && { client: x.req.client }),
      // A key created during the run is revoked by the time anyone reads the report.
      curl: keysInRequest(x).some(isCreated) ? '' : curlCommand(x, way, keyFile),
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
    body: text === undefined ? `(${fault})` : beginningOf(text, MOST_BODY),
    bodyBytes: bytes,
    ...(text !== undefined && text.length > MOST_BODY && { truncated: true as const }),
  }
}

/** Mask the value of a `Set-Cookie` header: it may identify a session. */
export function hideCookie(name: string, value: string): string {
  return name.toLowerCase() === 'set-cookie' ? value.replace(/=[^;]*/, '=****') : value
}

/** Describe the credential of a request: its class, the header form, and a note on what is special about it. */
export function credentialOf({ credential }: Req): string {
  const where = credential.form === 'none' || credential.form === 'other' ? '' : ` via ${credential.form}`
  return `${credential.class}${where}${credential.note ? ` (${credential.note})` : ''}`
}
