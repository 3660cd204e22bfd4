import type { Exchange, Req, Response, ShownSecret, WireRequest } from '../core/exchange.ts'
import { parseJson, writeJson } from '../core/json.ts'
import type { NetworkOptions } from '../core/network-options.ts'
import { joined, resolve, type Secrets, shiftedIn } from '../core/secret-text.ts'
import type { Attempt, RawResponse } from './attempt.ts'
import { type ApiRoot, buildPath } from './build-path.ts'
import { clientHeaders, clientQuery } from './client-profile.ts'
import { type Body, decodeBody, TooLarge } from './decode-body.ts'
import type { Redactor } from './redact.ts'
import { shortenValues } from './shorten-values.ts'

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
  /** Of the connection, ahead of those of the request. */
  readonly gateway?: NetworkOptions['headers']
}

/** Throws on a request that must not be sent, which is a bug of the rule. undici adds `host` and `connection`. */
export function prepareRequest(req: Req, context: RequestContext): Prepared {
  const { place, secrets, redactor, userAgent, gateway = [] } = context
  const { method = 'GET' } = req
  if (!METHODS.includes(method)) throw new Error(`the suite sends no ${method}`)
  const written = JSON.stringify(req)
  if (redactor.redact(written) !== written) throw new Error('a request must refer to secrets, not spell them out')
  const path = buildPath(place, { ...req, query: clientQuery(req) })
  const headers = clientHeaders(req, userAgent)
  for (const text of [path, ...headers.map(([, value]) => value)]) shiftedIn(text, secrets).forEach(redactor.hide)
  // undici writes Upgrade itself, with the Connection that belongs to it.
  const isUpgrade = ([name]: readonly [string, unknown]): boolean => name.toLowerCase() === 'upgrade'
  const upgrade = headers.find(isUpgrade)?.[1]
  const flat = headers.filter((one) => !isUpgrade(one)).flatMap(([name, value]) => [name, resolve(value, secrets)])
  flat.unshift(...gateway.flatMap(({ name, value }) => [name, value]))
  const recorded = [...gateway.map(({ name, text }) => [name, text] as const), ...headers]
  return {
    recorded: { req, url: joined(place.origin, path), headers: recorded },
    wire: {
      method,
      path: (req.absolute ? place.origin : '') + resolve(path, secrets),
      headers: flat,
      ...(upgrade !== undefined && { upgrade: resolve(upgrade, secrets) }),
    },
  }
}

export interface Recording {
  readonly redactor: Redactor
  /** Bytes of a body once its Content-Encoding is undone. */
  readonly maxBody: number
}

type Outcome = Pick<Exchange, 'sentAt' | 'ms' | 'response' | 'problem'>

/** The outcome of an attempt, without secrets. */
export function recordExchange({ wire }: Prepared, attempt: Attempt, recording: Recording): Outcome {
  const { sentAt, ms, response, problem } = attempt
  if (!response) return { sentAt, ms, problem: { ...problem!, message: recording.redactor.redact(problem!.message) } }
  try {
    return { sentAt, ms, response: cleanResponse(response, wire.method, recording) }
  } catch (error) {
    if (error instanceof TooLarge) return { sentAt, ms, problem: { kind: 'too-large', message: error.message } }
    throw error
  }
}

function cleanResponse(response: RawResponse, method: string, { redactor, maxBody }: Recording): Response {
  const { status, reason, headers } = response
  const shows: ShownSecret[] = []
  const clean = (text: string, where: string): string => {
    const redacted = redactor.redact(text)
    if (redacted !== text) shows.push(...redactor.keysShownIn(text).map((shown) => ({ ...shown, where })))
    return redacted
  }
  const head = {
    status,
    reason: clean(reason, 'the reason phrase'),
    headers: headers.map(([name, value]) => cleanHeader(name, value, clean)),
  }
  // A response to HEAD has no body, so nothing is missing.
  const body = method === 'HEAD' ? NO_BODY : shortenValues(redactedBody(decodeBody(response, maxBody), redactor, clean))
  return { ...head, ...body, ...(shows.length > 0 && { shows }) }
}

const NO_BODY = { bytes: 0, text: '', duplicates: [] }

/** Redacts a text, and notes the secrets that it shows and where. */
type Clean = (text: string, where: string) => string

function cleanHeader(name: string, value: string, clean: Clean): readonly [string, string] {
  const cleanName = clean(name, 'the name of a header')
  return [cleanName, clean(value, `the header ${cleanName}`)]
}

function redactedBody(body: Body, redactor: Redactor, clean: Clean): Body {
  const { bytes, text, json, fault } = body
  if (fault !== undefined) return { ...body, text: text && clean(text, 'the body'), fault: redactor.redact(fault) }
  const redacted = clean(text!, 'the body')
  if (redacted === text) return body
  const duplicates = body.duplicates.map(redactor.redact)
  const again = parseJson(redacted)
  if (again.fault === undefined) return { bytes, text: redacted, json: again.json, duplicates }
  // The mask covers more than strings: a list of bytes, for example.
  const value = redactor.redactValue(json!)
  return { bytes, text: writeJson(value), json: value, duplicates }
}
