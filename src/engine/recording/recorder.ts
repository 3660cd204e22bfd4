import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { finished } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import type { Exchange } from '../../core/exchange.ts'
import { type Json, writeJson } from '../../core/json.ts'
import { display, type Secrets } from '../../core/secret-text.ts'
import { beside, discard, putInPlace } from '../../core/write-atomically.ts'
import type { Redactor } from '../../http/redact.ts'
import { createCookieMask } from './cookies.ts'
import type { End, Header, Line, RecordedEvidence, RecordedKey } from './format.ts'
import { withSecretReferences } from './secret-references.ts'

/** Writes the exchanges and evidence of a session to a file. A returned promise signals backpressure: await it before the next call. */
export interface Recorder {
  exchange(x: Exchange, slot: string): Promise<void> | undefined
  evidence(seen: RecordedEvidence): void
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
}

export interface RecorderOptions extends Pick<RecordedSession, 'secrets' | 'redactor'> {
  readonly file: string
  readonly header: Header
}

/** Maximum characters of all bodies, half of what `read-recording.ts` accepts. Later exchanges are recorded without a body. */
const MAX_BODY_CHARACTERS = 128 * 1024 ** 2

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

  let waiting: Promise<void> | undefined
  /** Run `work` after all earlier work, once the buffer has room. */
  function enqueue(work: () => void): Promise<void> | undefined {
    if (!waiting) work()
    if (!waiting && gzip.writableLength <= MAX_BUFFERED_BYTES) return undefined
    const next = waiting ? waiting.then(work).then(bufferRoom) : bufferRoom()
    waiting = next
    next.then(() => {
      if (waiting === next) waiting = undefined
    })
    return next
  }
  async function bufferRoom(): Promise<void> {
    while (problem === undefined && gzip.writableLength > MAX_BUFFERED_BYTES)
      await Promise.race([once(gzip, 'drain'), broken])
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
    const isFull = characters > MAX_BODY_CHARACTERS && response?.text !== undefined
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
    exchange: (x, slot) => (all ? enqueue(() => write(x, slot)) : undefined),
    evidence: (evidence) => void (all && enqueue(() => writeLine({ evidence }))),
    shown(rule, exchanges) {
      if (!all) for (const x of exchanges) enqueue(() => write({ ...x, rule }, rule))
      return waiting
    },
    async end(end) {
      await waiting
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
