import type { Problem } from './exchange.ts'
import { tlsProblem } from './tls-problem.ts'

export interface Failure {
  readonly problem: Problem
  /** It says nothing of the request: sending it again may work. */
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

/** What undici says of answers that are not HTTP, where its own words do not tell a reader what came. */
const NOT_HTTP: Readonly<Record<string, string>> = {
  'bad response': 'the answer has status 100, or came when nothing was asked',
  'bad upgrade': 'the answer switches to another protocol (status 101), which nothing asked for',
}

/** What went wrong with a request, in terms of an exchange. */
export function failureOf(error: Error & { code?: string }): Failure {
  const { code = '' } = error
  const message = messageOf(error)
  const [, refused] = /^Proxy response \((\d+)\)/.exec(message) ?? []
  if (refused !== undefined) return failure('connection', `the proxy answered ${refused} instead of connecting`)
  if (code === 'UND_ERR_CONNECT_TIMEOUT') return failure('timeout', message, true)
  if (code === 'UND_ERR_HEADERS_OVERFLOW') return failure('too-large', 'the headers of the answer are too large')
  if (code === 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH' || /Invalid EOF state/.test(message))
    return failure(
      'connection',
      'closed before the answer was complete, or its Content-Length contradicts it',
      true,
      code,
    )
  // undici ends the connection itself on an answer that nobody asked for, a 100 or a 101.
  if (Object.hasOwn(NOT_HTTP, message)) return failure('protocol', NOT_HTTP[message]!)
  if (error.name === 'HTTPParserError') return failure('protocol', message, false, code)
  // What undici takes for granted of an answer, and this one has not: a status of 099, say.
  if (code === 'ERR_ASSERTION') return failure('protocol', `not an answer that HTTP allows (${oneLine(message)})`)
  return failure('connection', tlsProblem(error) ?? message, MOMENTARY.has(code), code)
}

function failure(kind: Problem['kind'], message: string, transient = false, code = ''): Failure {
  return { problem: { kind, message, ...(code && { code }) }, transient }
}

/** Where several addresses were tried, node says nothing on the outside. */
function messageOf(error: Error): string {
  const each = error instanceof AggregateError ? error.errors.map((inner) => String(inner.message)) : []
  return [...new Set(each)].join('; ') || error.message || error.name
}

const oneLine = (text: string): string => text.trim().replace(/\s+/g, ' ')
