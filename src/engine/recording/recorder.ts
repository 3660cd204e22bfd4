import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { finished } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import type { Exchange, Response } from '../../core/exchange.ts'
import { canonical, type Json, parseJson, writeJson } from '../../core/json.ts'
import { display, type Secrets } from '../../core/secret-text.ts'
import { beside, discard, putInPlace } from '../../core/write-atomically.ts'
import type { Redactor } from '../../http/redact.ts'
import { type CookieMask, createCookieMask } from './cookie-mask.ts'
import type { End, Header, Line, RecordedEvidence, RecordedExchange, RecordedKey, RecordedResponse } from './format.ts'

/** Writes the exchanges and evidence of a session to a file. A returned promise signals backpressure: await it before the next call. */
export interface Recorder {
  exchange(x: Exchange, slot: string): Promise<void> | undefined
  evidence(seen: RecordedEvidence): unknown
  /** Records the exchanges that a failure shows. */
  shown(rule: string, exchanges: readonly Exchange[]): Promise<void> | undefined
  /** Resolves when everything is written, with the problem if writing failed. Never rejects: a run does not need its recording. */
  end(end: End): Promise<string | undefined>
}

/** What a session knows before it sends anything. */
export interface RecordedSession {
  /** The session adds created keys to it. */
  readonly secrets: Secrets
  readonly redactor: Redactor
  readonly control: Header['control']
  readonly byHand: boolean
  readonly order: Header['order']
  readonly confirms: boolean
}

interface RecorderOptions extends Pick<RecordedSession, 'secrets' | 'redactor'> {
  readonly file: string
  readonly header: Header
}

/** Maximum characters of all bodies, half of what `read-recording.ts` accepts. Later exchanges are recorded without a body. */
const MAX_CHARACTERS = 128 * 1024 ** 2

/** Bytes buffered before writers have to wait. */
const MAX_BUFFERED_BYTES = 1024 ** 2

/** Open a recorder. It writes to a temporary file and renames it at the end. */
export function openRecorder({ file, header, secrets, redactor }: RecorderOptions): Recorder {
  const gzip = createGzip()
  const done = finished(gzip.pipe(createWriteStream(beside(file), { mode: 0o600 })))
  let problem: string | undefined
  const failed = (error: NodeJS.ErrnoException) => {
    problem = `${file} cannot be written (${error.code})`
  }
  const broken = done.catch(failed)
  const cookies = createCookieMask()
  const recordedKeys = new Map<string, string>()
  let characters = 0
  // Exchanges are redacted already; other lines are not.
  const writeLine = (content: Line) => {
    if (problem === undefined) gzip.write(`${writeJson(redactor.redactValue(content) as unknown as Json)}\n`)
  }

  let room: Promise<void> | undefined
  /** Resolves once the buffer has room; undefined if it has. */
  function bufferRoom(): Promise<void> | undefined {
    if (problem !== undefined || gzip.writableLength <= MAX_BUFFERED_BYTES) return undefined
    room ??= Promise.race([once(gzip, 'drain'), broken]).then(() => {
      room = undefined
    })
    return room
  }

  function recordKeys(): void {
    if (recordedKeys.size === secrets.size) return
    for (const [env, text] of secrets) {
      if (recordedKeys.has(env)) continue
      writeLine({ key: keyLine(env, text, secrets, recordedKeys) })
      recordedKeys.set(env, text)
    }
  }

  function write(x: Exchange, slot: string): void {
    recordKeys()
    characters += x.response?.text?.length ?? 0
    const exchange = withSecretReferences(x, slot, cookies)
    const { response } = exchange
    const isFull = characters > MAX_CHARACTERS && response?.text !== undefined
    writeLine({
      exchange: isFull
        ? { ...exchange, response: { ...response, text: undefined, json: undefined, cut: true } }
        : exchange,
    })
  }

  writeLine({ header })
  recordKeys()
  const all = header.keep === 'all'
  return {
    exchange(x, slot) {
      if (all) write(x, slot)
      return bufferRoom()
    },
    evidence: (evidence) => all && writeLine({ evidence }),
    shown(rule, exchanges) {
      if (!all) for (const x of exchanges) write({ ...x, rule }, rule)
      return bufferRoom()
    },
    async end(end) {
      writeLine({ end })
      gzip.end()
      await done.then(() => putInPlace(file)).catch(failed)
      if (problem !== undefined) discard(file)
      return problem
    },
  }
}

function keyLine(env: string, text: string, secrets: Secrets, earlier: ReadonlyMap<string, string>): RecordedKey {
  const [sameAs] = [...earlier].find(([, other]) => secretOf(other) === secretOf(text)) ?? []
  return { env, shown: display([{ env }], secrets), ...(sameAs !== undefined && { sameAs }) }
}

const secretOf = (key: string): string => key.slice(-64).toLowerCase()

/** Maximum characters of one body; a longer one is left out. The client accepts no body of more bytes. */
const MAX_BODY_CHARACTERS = 16 * 1024 * 1024

/** Convert an exchange for a recording: secrets by reference, cookie values masked. */
export function withSecretReferences(
  { response, ...x }: Exchange,
  slot: string,
  cookies: CookieMask,
): RecordedExchange {
  const { req, headers } = x
  const credential = { ...req.credential, headers: cookies.sent(req.credential.headers) }
  return {
    slot,
    ...x,
    req: { ...req, credential, ...(req.headers && { headers: cookies.sent(req.headers) }) },
    headers: cookies.sent(headers),
    ...(response && { response: tapedResponse(response, cookies) }),
  }
}

function tapedResponse({ json, duplicates, text, ...rest }: Response, cookies: CookieMask): RecordedResponse {
  const cut = text !== undefined && text.length > MAX_BODY_CHARACTERS
  return {
    ...rest,
    headers: cookies.set(rest.headers),
    ...(duplicates.length > 0 && { duplicates }),
    ...(text !== undefined && !cut && { text }),
    ...(json !== undefined && !isParsedFrom(text, json) && { json }),
    ...(cut && { cut }),
  }
}

/** Whether the text still parses to the JSON. Only redacted text may not. */
function isParsedFrom(text: string | undefined, json: Json): boolean {
  if (text === undefined) return false
  if (!text.includes('****')) return true
  const parsed = parseJson(text).json
  return parsed !== undefined && canonical(parsed) === canonical(json)
}

/** Restore a recorded exchange; undefined if its body was left out. */
export function withSecrets({ slot: _, response, ...x }: RecordedExchange): Exchange | undefined {
  if (!response) return x
  if (response.cut) return undefined
  const { json, duplicates = [], ...rest } = response
  const parsed = json ?? (rest.text === undefined || rest.fault !== undefined ? undefined : parseJson(rest.text).json)
  return { ...x, response: { ...rest, duplicates, ...(parsed !== undefined && { json: parsed }) } }
}
