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
import type { End, Header, Line, TapedEvidence, TapedKey } from './format.ts'
import { taped } from './secret-references.ts'

/** Takes down what a session sends and sees. A promise is there to be waited for before more is made: too much waits for the disk. */
export interface Tape {
  exchange(x: Exchange, slot: string): Promise<void> | undefined
  evidence(seen: TapedEvidence): void
  /** These are what a failure shows. */
  shown(rule: string, exchanges: readonly Exchange[]): Promise<void> | undefined
  /** Resolves when all is written, with what went wrong, if anything: the run goes on without its recording. */
  end(end: End): Promise<string | undefined>
}

/** What a session knows of itself before anything is sent. */
export interface TapeSource {
  /** Keys that are created are added to it. */
  readonly secrets: Secrets
  readonly redactor: Redactor
  readonly control: Header['control']
  readonly byHand: boolean
  readonly order: Header['order']
}

export interface TapeOptions extends Pick<TapeSource, 'secrets' | 'redactor'> {
  readonly file: string
  readonly header: Header
}

/** Characters of all bodies, half of what `read.ts` takes: later exchanges are recorded without their bodies. */
const MOST_BODIES = 128 * 1024 ** 2

/** Bytes that wait for the disk before what comes next waits for them. */
const MOST_WAITING = 1024 ** 2

/** Writes a recording, beside its place until it is whole. */
export function openRecorder({ file, header, secrets, redactor }: TapeOptions): Tape {
  const gzip = createGzip()
  const done = finished(gzip.pipe(createWriteStream(beside(file), { mode: 0o600 })))
  let problem: string | undefined
  const failed = (error: NodeJS.ErrnoException) => {
    problem = `${file} cannot be written (${error.code})`
  }
  const broken = done.catch(failed)
  const cookies = createCookieMask()
  const told = new Map<string, string>()
  let characters = 0
  // What was recorded is redacted already; the rest of a line is not.
  const line = (content: Line) => {
    if (problem === undefined) gzip.write(`${writeJson(redactor.redactValue(content) as unknown as Json)}\n`)
  }

  let waiting: Promise<void> | undefined
  /** Once there is room, and after all that came before. */
  function inTurn(work: () => void): Promise<void> | undefined {
    if (!waiting) work()
    if (!waiting && gzip.writableLength <= MOST_WAITING) return undefined
    const mine = waiting ? waiting.then(work).then(room) : room()
    waiting = mine
    mine.then(() => {
      if (waiting === mine) waiting = undefined
    })
    return mine
  }
  async function room(): Promise<void> {
    while (problem === undefined && gzip.writableLength > MOST_WAITING)
      await Promise.race([once(gzip, 'drain'), broken])
  }

  function tellKeys(): void {
    if (told.size === secrets.size) return
    for (const [env, text] of secrets) {
      if (told.has(env)) continue
      line({ key: keyLine(env, text, secrets, told) })
      told.set(env, text)
    }
  }

  function write(x: Exchange, slot: string): void {
    tellKeys()
    characters += x.response?.text?.length ?? 0
    const exchange = taped(x, slot, cookies)
    const { response } = exchange
    const full = characters > MOST_BODIES && response?.text !== undefined
    line({
      exchange: full
        ? { ...exchange, response: { ...response, text: undefined, json: undefined, cut: true } }
        : exchange,
    })
  }

  line({ header })
  tellKeys()
  const all = header.keep === 'all'
  return {
    exchange: (x, slot) => (all ? inTurn(() => write(x, slot)) : undefined),
    evidence: (seen) => void (all && inTurn(() => line({ evidence: seen }))),
    shown(rule, exchanges) {
      if (!all) for (const x of exchanges) inTurn(() => write({ ...x, rule }, rule))
      return waiting
    },
    async end(end) {
      await waiting
      line({ end })
      gzip.end()
      await done.then(() => putInPlace(file)).catch(failed)
      if (problem !== undefined) discard(file)
      return problem
    },
  }
}

function keyLine(env: string, text: string, secrets: Secrets, told: ReadonlyMap<string, string>): TapedKey {
  const [sameAs] = [...told].find(([, other]) => secretOf(other) === secretOf(text)) ?? []
  return { env, shown: display([{ env }], secrets), ...(sameAs !== undefined && { sameAs }) }
}

const secretOf = (key: string): string => key.slice(-64).toLowerCase()
