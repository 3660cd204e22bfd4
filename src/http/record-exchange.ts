import type { Exchange, Req, Response, WireRequest } from '../core/exchange.ts'
import { parseJson, writeJson } from '../core/json.ts'
import { joined, resolve, type Secrets, type SecretText, shiftedIn } from '../core/secret-text.ts'
import type { Attempt, RawResponse } from './attempt.ts'
import type { createBodyDecoder } from './body-decoder.ts'
import { type ApiRoot, buildPath } from './build-path.ts'
import { type Body, TooLarge } from './decode-body.ts'
import type { Redactor } from './redact.ts'

/** A request as it is recorded and as it is sent. */
export interface Prepared {
  readonly recorded: Pick<Exchange, 'req' | 'url' | 'headers'>
  readonly wire: WireRequest
}

const METHODS: readonly string[] = ['GET', 'HEAD', 'OPTIONS']

export interface RequestContext {
  readonly place: ApiRoot
  readonly secrets: Secrets
  readonly redactor: Redactor
  readonly userAgent: string
}

/** Throws on a request that must not be sent, which is a bug of the rule. undici adds `host` and `connection`. */
export function prepareRequest(req: Req, { place, secrets, redactor, userAgent }: RequestContext): Prepared {
  const { method = 'GET' } = req
  if (!METHODS.includes(method)) throw new Error(`the suite sends no ${method}`)
  const written = JSON.stringify(req)
  if (redactor.redact(written) !== written) throw new Error('a request must refer to secrets, not spell them out')
  const path = buildPath(place, req)
  const headers = headersOf(req, userAgent)
  for (const text of [path, ...headers.map(([, value]) => value)]) shiftedIn(text, secrets).forEach(redactor.hide)
  const flat = headers.flatMap(([name, value]) => [name, resolve(value, secrets)])
  return {
    recorded: { req, url: joined(place.origin, path), headers },
    wire: { method, path: resolve(path, secrets), headers: flat },
  }
}

type Headers = (readonly [name: string, value: SecretText])[]

/** All headers of a request, as they are recorded. */
export function headersOf(req: Pick<Req, 'credential' | 'headers'>, userAgent: string): Headers {
  const headers = [...req.credential.headers, ...(req.headers ?? [])]
  addDefault(headers, 'accept', 'application/json')
  addDefault(headers, 'user-agent', userAgent)
  return headers
}

function addDefault(headers: Headers, name: string, value: string): void {
  if (!headers.some(([other]) => other.toLowerCase() === name)) headers.push([name, value])
}

export interface Recording {
  readonly redactor: Redactor
  readonly decode: ReturnType<typeof createBodyDecoder>
}

type Outcome = Pick<Exchange, 'sentAt' | 'ms' | 'response' | 'problem'>

/** The outcome of an attempt, without secrets. */
export function recordExchange({ wire }: Prepared, attempt: Attempt, { redactor, decode }: Recording): Outcome {
  const { sentAt, ms, response, problem } = attempt
  if (!response) return { sentAt, ms, problem: { ...problem!, message: redactor.redact(problem!.message) } }
  try {
    return { sentAt, ms, response: cleanResponse(response, wire.method, redactor, decode) }
  } catch (error) {
    if (error instanceof TooLarge) return { sentAt, ms, problem: { kind: 'too-large', message: error.message } }
    throw error
  }
}

function cleanResponse(
  response: RawResponse,
  method: string,
  redactor: Redactor,
  decode: Recording['decode'],
): Response {
  const { status, reason, headers } = response
  const head = {
    status,
    reason: redactor.redact(reason),
    headers: headers.map(([name, value]) => [redactor.redact(name), redactor.redact(value)] as const),
  }
  // A response to HEAD has no body, so nothing is missing.
  if (method === 'HEAD') return { ...head, bytes: 0, text: '', duplicates: [] }
  return { ...head, ...redactedBody(decode(response), redactor) }
}

function redactedBody(body: Body, redactor: Redactor): Body {
  const { bytes, text, json, fault } = body
  if (fault !== undefined) return { ...body, text: text && redactor.redact(text), fault: redactor.redact(fault) }
  const redacted = redactor.redact(text!)
  if (redacted === text) return body
  const duplicates = body.duplicates.map(redactor.redact)
  const again = parseJson(redacted)
  if (again.fault === undefined) return { bytes, text: redacted, json: again.json, duplicates }
  // The mask covers more than strings: a list of bytes, for example.
  const value = redactor.redactValue(json!)
  return { bytes, text: writeJson(value), json: value, duplicates }
}
