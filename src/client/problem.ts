import type { Problem } from './exchange.ts'

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
])
/** What went wrong with a request, in terms of an exchange. */
export function failureOf(error: Error & { code?: string }): Failure {
  const { code = '' } = error
  const message = messageOf(error)
  if (code === 'UND_ERR_CONNECT_TIMEOUT') return failure('timeout', message, true)
  if (code === 'UND_ERR_HEADERS_OVERFLOW') return failure('too-large', 'the headers of the answer are too large')
  if (code === 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH' || /Invalid EOF state/.test(message))
    return failure('connection', 'closed before the answer was complete', true)
  // undici ends the connection itself on an answer that nobody asked for, a 100 or a 101.
  if (error.name === 'HTTPParserError' || /^bad (response|upgrade)$/.test(message)) return failure('protocol', message)
  return failure('connection', message, MOMENTARY.has(code))
}

function failure(kind: Problem['kind'], message: string, transient = false): Failure {
  return { problem: { kind, message }, transient }
}

/** Where several addresses were tried, node says nothing on the outside. */
function messageOf(error: Error): string {
  const each = error instanceof AggregateError ? error.errors.map((inner) => String(inner.message)) : []
  return [...new Set(each)].join('; ') || error.message || error.name
}
