import type { Problem } from './exchange.ts'
import { tlsProblem } from './tls-problem.ts'

export interface Failure {
  readonly problem: Problem
  /** Unrelated to the request: a retry may succeed. */
  readonly transient: boolean
}

const MOMENTARY = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_SOCKET',
  'UND_ERR_PRX_CONN',
])

/** Replacements for messages of undici that do not explain what the server sent. */
const NOT_HTTP: Readonly<Record<string, string>> = {
  'bad response': 'the server sent status 100, or a response without a request',
  'bad upgrade': 'the server switched protocols (status 101) without being asked to',
}

/** Maps an error of undici, Node or TLS to the problem of an exchange. */
export function failureOf(error: Error & { code?: string }): Failure {
  const { code = '' } = error
  const message = messageOf(error)
  const [, proxyStatus] = /^Proxy response \((\d+)\)/.exec(message) ?? []
  if (proxyStatus !== undefined)
    return failure('connection', `the proxy responded with ${proxyStatus} instead of connecting`)
  if (code === 'UND_ERR_CONNECT_TIMEOUT') return failure('timeout', message, true)
  if (code === 'UND_ERR_HEADERS_OVERFLOW') return failure('too-large', 'the response headers are too large')
  if (code === 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH' || /Invalid EOF state/.test(message))
    return failure('connection', 'closed before the response was complete, or its Content-Length is wrong', true, code)
  // undici closes the connection on an unexpected 100 or 101.
  if (Object.hasOwn(NOT_HTTP, message)) return failure('protocol', NOT_HTTP[message]!)
  if (error.name === 'HTTPParserError') return failure('protocol', message, false, code)
  // Assertions of undici about valid responses, such as a status of at least 100.
  if (code === 'ERR_ASSERTION') return failure('protocol', `not a valid HTTP response (${oneLine(message)})`)
  return failure('connection', tlsProblem(error) ?? message, MOMENTARY.has(code), code)
}

function failure(kind: Problem['kind'], message: string, transient = false, code = ''): Failure {
  return { problem: { kind, message, ...(code && { code }) }, transient }
}

/** After several addresses failed, only the inner errors have messages. */
function messageOf(error: Error): string {
  const each = error instanceof AggregateError ? error.errors.map((inner) => String(inner.message)) : []
  return [...new Set(each)].join('; ') || error.message || error.name
}

const oneLine = (text: string): string => text.trim().replace(/\s+/g, ' ')
