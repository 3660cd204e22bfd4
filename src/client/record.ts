import { bulky } from './bulky.ts'
import { TooLarge } from './decode.ts'
import type { Exchange, Req, Response } from './exchange.ts'
import type { Json } from './json.ts'
import { type Place, pathOf } from './locate.ts'
import type { createReader } from './reader.ts'
import { type Near, nearOf, type Redactor } from './redact.ts'
import { joined, resolve, type Secrets, type SecretText } from './secret-text.ts'
import type { Shelf } from './shelf.ts'
import { tidiedAfter } from './tidied.ts'
import type { Attempt, RawAnswer, WireRequest } from './wire.ts'

/** A request in both forms: as it is recorded and as it is sent. */
export interface Prepared {
  readonly recorded: Pick<Exchange, 'req' | 'url' | 'headers'>
  readonly wire: WireRequest
  readonly near: Near
}

const METHODS: readonly string[] = ['GET', 'HEAD', 'OPTIONS']

export interface Identity {
  readonly place: Place
  readonly secrets: Secrets
  readonly redactor: Redactor
  readonly userAgent: string
}

/** Throws on a request that must not be sent: a bug of the rule. `host` and `connection` are added by HTTP itself. */
export function prepare(req: Req, { place, secrets, redactor, userAgent }: Identity): Prepared {
  const { method = 'GET' } = req
  if (!METHODS.includes(method)) throw new Error(`the suite sends no ${method}`)
  const written = JSON.stringify(req)
  if (redactor.redact(written) !== written) throw new Error('a request must refer to secrets, not spell them out')
  const path = pathOf(place, req)
  const headers = [...req.credential.headers, ...(req.headers ?? [])]
  addDefault(headers, 'accept', 'application/json')
  addDefault(headers, 'user-agent', userAgent)
  const flat = headers.flatMap(([name, value]) => [name, resolve(value, secrets)])
  return {
    recorded: { req, url: joined(place.origin, path), headers },
    wire: { method, path: resolve(path, secrets), headers: flat },
    near: nearOf([path, ...headers.map(([, value]) => value)], secrets),
  }
}

type Headers = (readonly [name: string, value: SecretText])[]

function addDefault(headers: Headers, name: string, value: string): void {
  if (!headers.some(([other]) => other.toLowerCase() === name)) headers.push([name, value])
}

export interface Recording {
  readonly redactor: Redactor
  readonly read: ReturnType<typeof createReader>
  /** Where answers that are bulky go. */
  readonly shelf: Shelf
}

type Outcome = Pick<Exchange, 'sentAt' | 'ms' | 'response' | 'problem'>

/** What an attempt brought, without a secret in it. */
export function record({ wire, near }: Prepared, attempt: Attempt, { redactor, ...reading }: Recording): Outcome {
  const { sentAt, ms, answer, problem } = attempt
  const clean = (text: string) => redactor.redact(text, near)
  if (!answer) return { sentAt, ms, problem: { ...problem!, message: clean(problem!.message) } }
  try {
    const response = responseOf(answer, wire.method, reading, clean)
    tidiedAfter(answer.body.length)
    return { sentAt, ms, response }
  } catch (error) {
    if (error instanceof TooLarge) return { sentAt, ms, problem: { kind: 'too-large', message: error.message } }
    throw error
  }
}

type Clean = (text: string) => string

function responseOf(
  answer: RawAnswer,
  method: string,
  { read, shelf }: Omit<Recording, 'redactor'>,
  clean: Clean,
): Response {
  const { status, reason, headers } = answer
  const head = {
    status,
    reason: clean(reason),
    headers: headers.map(([name, value]) => [clean(name), clean(value)] as const),
  }
  // An answer to HEAD never has a body, so that nothing is missing.
  if (method === 'HEAD') return bulky({ ...head, bytes: 0, text: '', duplicates: [] }, true, shelf)
  const { body, isBare } = read(answer)
  if (isBare && body.fault === undefined) return bulky({ ...head, ...body }, true, shelf)
  const { text, json, fault, ...rest } = body
  if (fault !== undefined)
    return bulky({ ...head, ...rest, text: text && clean(text), fault: clean(fault) }, true, shelf)
  const cleanText = text === undefined ? undefined : clean(text)
  // Nothing found in the text is nothing found in what was parsed from it.
  if (cleanText === text) return bulky({ ...head, ...rest, text, json }, true, shelf)
  const duplicates = rest.duplicates.map(clean)
  return bulky(
    { ...head, ...rest, duplicates, text: cleanText, json: json === undefined ? json : cleanJson(json, clean) },
    false,
    shelf,
  )
}

function cleanJson(json: Json, clean: Clean): Json {
  if (typeof json === 'string') return clean(json)
  if (typeof json !== 'object' || json === null) return json
  if (Array.isArray(json)) return json.map((item) => cleanJson(item, clean))
  return Object.fromEntries(Object.entries(json).map(([name, value]) => [clean(name), cleanJson(value, clean)]))
}
