import { closeSync, openSync, writeSync } from 'node:fs'
import { headerValues } from '../../core/exchange.ts'
import { inertJson } from '../../core/inert.ts'
import { type Json, writeJson } from '../../core/json.ts'
import { suite } from '../../core/package.ts'
import { display, type Secrets } from '../../core/secret-text.ts'
import { beside, discard, putInPlace } from '../../core/write-atomically.ts'
import { curlCommand } from '../../http/curl-command.ts'
import { credentialOf, hideCookie } from '../written-exchange.ts'
import type { Header, RecordedExchange, RecordedResponse } from './format.ts'
import { readLines } from './read-recording.ts'
import { placeholderSecrets } from './recording.ts'

export const HAR_FILE = 'exchanges.har'

/**
 * Write recordings as HAR 1.2 with one page per rule. Entries are streamed: a whole run may not fit in memory.
 * `titles`: rule titles by id.
 */
export async function writeHar(
  path: string,
  recordings: readonly string[],
  titles: ReadonlyMap<string, string>,
): Promise<void> {
  const fd = openSync(beside(path), 'w', 0o600)
  try {
    const pages = new Map<string, ReturnType<typeof pageOf>>()
    let separator = ''
    writeSync(fd, `{"log":{"version":"1.2","creator":${JSON.stringify(CREATOR)},"entries":[`)
    for (const recording of recordings)
      for await (const entry of entriesOf(recording)) {
        const { pageref, startedDateTime } = entry
        if (!pages.has(pageref)) pages.set(pageref, pageOf(pageref, startedDateTime, titles.get(pageref)))
        writeSync(fd, `${separator}\n${inertJson(writeJson(entry as unknown as Json))}`)
        separator = ','
      }
    writeSync(fd, `\n],"pages":${JSON.stringify([...pages.values()])}}}\n`)
    closeSync(fd)
    putInPlace(path)
  } catch (error) {
    discard(path)
    throw error
  }
}

const CREATOR = { name: suite.name, version: suite.version }

const pageOf = (id: string, startedDateTime: string, title?: string) => ({
  startedDateTime,
  id,
  title: title === undefined ? id : `${id}: ${title}`,
  pageTimings: {},
})

async function* entriesOf(recording: string) {
  const secrets = new Map<string, string>()
  let options: Header['curlWay']
  for await (const { header, key, exchange } of readLines(recording)) {
    if (header) options = header.curlWay
    if (key) for (const [env, text] of placeholderSecrets([key])) secrets.set(env, text)
    if (exchange) yield harEntry(exchange, secrets, options)
  }
}

/** Maximum characters of a body that HAR viewers can open. */
export const MOST_BODY = 4 * 1024 * 1024

const HTTP = 'HTTP/1.1'
/** Unknown size in HAR. */
const UNKNOWN = -1

/**
 * Convert an exchange to an entry of HAR 1.2 (http://www.softwareishard.com/blog/har-12-spec/) on the page of its rule, with secrets and
 * cookie values as `****`. Properties with `_` are ours.
 */
function harEntry(x: RecordedExchange, secrets: Secrets, curlWay?: readonly string[]) {
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
    /** Earlier attempts, which ended in transient failures. */
    _retries: x.retries,
  }
}

function requestOf(x: RecordedExchange, secrets: Secrets, curlWay?: readonly string[]) {
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

function responseOf(response: RecordedResponse) {
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

const noResponse = (why: string) => ({
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

function cookieIn(text: string) {
  const [, name = '', value = ''] = /^\s*([^=;]*)=?([^;]*)/.exec(text) ?? []
  return { name: name.trim(), value: value.trim() }
}
