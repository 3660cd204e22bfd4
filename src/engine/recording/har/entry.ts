import { headerValues } from '../../../core/exchange.ts'
import { display, type Secrets } from '../../../core/secret-text.ts'
import { curlCommand } from '../../../http/curl-command.ts'
import { credentialOf, hideCookie } from '../../written-exchange.ts'
import type { RecordedExchange, RecordedResponse } from '../format.ts'
import type { HarEntry, HarRequest, HarResponse, NameValue } from './types.ts'

/** Maximum characters of a body that HAR viewers can open. */
export const MOST_BODY = 4 * 1024 * 1024

const HTTP = 'HTTP/1.1'
/** Unknown size in HAR. */
const UNKNOWN = -1

/** Convert an exchange to a HAR entry on the page of its rule, with secrets and cookie values as `****`. */
export function harEntry(x: RecordedExchange, secrets: Secrets, curlWay?: readonly string[]): HarEntry {
  const ms = Math.max(0, x.ms)
  return {
    pageref: x.rule,
    startedDateTime: new Date(x.sentAt).toISOString(),
    time: ms,
    request: requestOf(x, secrets, curlWay),
    response: x.response ? responseOf(x.response) : noResponse(x.problem?.message ?? 'no response'),
    cache: {},
    timings: { send: 0, wait: ms, receive: 0 },
    ...(x.retries > 0 && {
      comment: `sent ${x.retries + 1} times: the earlier responses were transient failures`,
    }),
    _credential: credentialOf(x.req),
    _retries: x.retries,
  }
}

function requestOf(x: RecordedExchange, secrets: Secrets, curlWay?: readonly string[]): HarRequest {
  const url = display(x.url, secrets)
  const headers = x.headers.map(([name, value]) => ({ name, value: display(value, secrets) }))
  const cookies = headers.filter(({ name }) => name.toLowerCase() === 'cookie')
  return {
    method: x.req.method ?? 'GET',
    url,
    httpVersion: HTTP,
    cookies: cookies.flatMap(({ value }) => value.split(';').map(cookieIn)),
    headers: [{ name: 'host', value: new URL(url).host }, ...headers],
    queryString: (x.req.query ?? []).map(([name, value]) => ({ name, value: display(value, secrets) })),
    headersSize: UNKNOWN,
    bodySize: 0,
    _curl: curlCommand(x, curlWay),
  }
}

function responseOf(response: RecordedResponse): HarResponse {
  const { status, reason, bytes } = response
  const headers = response.headers.map(([name, value]) => ({ name, value: hideCookie(name, value) }))
  const [location = ''] = headerValues(response, 'location')
  return {
    status,
    statusText: reason,
    httpVersion: HTTP,
    cookies: headers.filter(({ name }) => name.toLowerCase() === 'set-cookie').map(({ value }) => cookieIn(value)),
    headers,
    content: { size: bytes, mimeType: headerValues(response, 'content-type')[0] ?? '', ...textOf(response) },
    redirectURL: location,
    headersSize: UNKNOWN,
    bodySize: UNKNOWN,
  }
}

/** The body, possibly truncated, with a comment that says why. */
function textOf({ text, fault, cut, bytes }: RecordedResponse): { text?: string; comment?: string } {
  if (cut && text !== undefined)
    return { text, comment: `truncated: the first ${text.length} characters of ${bytes} bytes` }
  if (cut) return { comment: `left out: the recording reached its size limit (this body has ${bytes} bytes)` }
  if (text === undefined) return { comment: `not text: ${fault ?? 'no body'}` }
  if (text.length <= MOST_BODY) return { text }
  return { text: text.slice(0, MOST_BODY), comment: `truncated: the first ${MOST_BODY} of ${text.length} characters` }
}

const noResponse = (why: string): HarResponse => ({
  status: 0,
  statusText: '',
  httpVersion: HTTP,
  cookies: [],
  headers: [],
  content: { size: 0, mimeType: 'x-unknown' },
  redirectURL: '',
  headersSize: UNKNOWN,
  bodySize: UNKNOWN,
  _error: why,
})

function cookieIn(text: string): NameValue {
  const [, name = '', value = ''] = /^\s*([^=;]*)=?([^;]*)/.exec(text) ?? []
  return { name: name.trim(), value: value.trim() }
}
