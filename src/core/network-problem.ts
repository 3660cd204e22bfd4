import type { Problem } from './exchange.ts'

interface Failure {
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
export function networkProblem(error: Error & { code?: string }): Failure {
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

/** Describes a TLS error and its fix in one clause; undefined for any other error. */
export function tlsProblem(error: Error & { code?: string }): string | undefined {
  const { code = '', message } = error
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID') return `its certificate is for another host: ${namesIn(error)}`
  const known = PROBLEMS.find(([codes]) => codes.test(code))?.[1]
  if (known !== undefined) return known
  if (/^(CERT_|CRL_|UNABLE_TO_)/.test(code)) return `its certificate is not accepted: ${message}`
  return code.startsWith('ERR_SSL_') ? `TLS failed: ${reasonOf(error)}` : undefined
}

/** Keyed by Node's names of OpenSSL's error codes. */
const PROBLEMS: readonly (readonly [codes: RegExp, problem: string])[] = [
  [/^DEPTH_ZERO_SELF_SIGNED_CERT$/, 'its certificate is self-signed; --ca FILE names a certificate to trust'],
  [
    /^(SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_GET_ISSUER_CERT(_LOCALLY)?|UNABLE_TO_VERIFY_LEAF_SIGNATURE)$/,
    'its certificate is signed by an authority that this machine does not trust, or an intermediate certificate is missing; --ca FILE names a certificate to trust',
  ],
  [/^CERT_HAS_EXPIRED$/, 'its certificate has expired'],
  [/^CERT_NOT_YET_VALID$/, 'its certificate is not yet valid: is the clock of this machine right?'],
  [/^ERR_SSL_WRONG_VERSION_NUMBER$/, 'it does not use TLS: should its URL begin with http:// ?'],
  [/^ERR_SSL_TLSV1[123]_ALERT_CERTIFICATE_REQUIRED$/, 'it requires a client certificate: --cert FILE --key FILE'],
  [/^ERR_SSL_(TLSV1_ALERT_PROTOCOL_VERSION|UNSUPPORTED_PROTOCOL)$/, 'it does not support TLS 1.2 or later'],
]

function namesIn(error: Error & { cert?: { subjectaltname?: string; subject?: { CN?: string } } }): string {
  const { subjectaltname, subject } = error.cert ?? {}
  return subjectaltname ?? subject?.CN ?? 'it names none'
}

/** Prefers `reason`: OpenSSL's message also contains numbers and source locations. */
const reasonOf = (error: Error & { reason?: string }): string => error.reason ?? error.message.trim()
