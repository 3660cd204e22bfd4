import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { constants, createGunzip } from 'node:zlib'
import { z } from 'zod'
import { type Json, parseJson } from '../../core/json.ts'
import { REVISION } from '../../core/revision.ts'
import { holdsMoreValues } from '../../http/decode-body.ts'
import { type Header, type Line, TAPE_VERSION } from './format.ts'
import { type Recording, recordingOf } from './recording.ts'

/** What is relied on before anything else of a recording is. */
const HeaderForm = z.looseObject({
  version: z.literal(TAPE_VERSION),
  suite: z.looseObject({ name: z.string(), version: z.string() }),
  startedAt: z.iso.datetime(),
  keep: z.enum(['all', 'failures']),
  variant: z.enum(['a', 'b']),
  settings: z.looseObject({
    seed: z.int(),
    depth: z.enum(['quick', 'standard', 'exhaustive']),
    strict: z.boolean(),
    rules: z.array(z.string()),
    timing: z.boolean(),
    concurrency: z.int().min(1),
    catalogue: z.int().min(1).max(REVISION, 'a later one than this version of the suite has').optional(),
  }),
  target: z.looseObject({
    baseUrl: z.url(),
    ordered: z.boolean(),
    noScopeEndpoints: z.array(z.string()),
    keys: z.looseObject({ active: z.object({ env: z.string(), prefix: z.string(), keyId: z.string() }) }),
  }),
  control: z.array(z.string()),
  byHand: z.boolean(),
})
const ExchangeForm = z.looseObject({
  slot: z.string(),
  n: z.number(),
  rule: z.string(),
  req: z.looseObject({
    path: z.string(),
    credential: z.looseObject({ class: z.string(), headers: z.array(z.unknown()) }),
  }),
  headers: z.array(z.unknown()),
  sentAt: z.number(),
})

/** Several times what an exhaustive run records, and no more than memory holds. A body has at most 150,000 values, see `decode.ts`. */
const MOST_OF_LINE = 32 * 1024 ** 2
const MOST_BYTES = 256 * 1024 ** 2
const MOST_VALUES_OF_LINE = 500_000
const MOST_VALUES = 5_000_000

function check(isWithin: boolean, what: string): void {
  if (!isWithin) throw new Error(`it holds more than ${what}, which no run records`)
}

/** Lines that are whole; what comes after one that is not is lost. Throws an Error that says why it is no recording. */
export async function readRecording(file: string): Promise<Recording> {
  const lines: Line[] = []
  for await (const line of readTape(file)) lines.push(line)
  const [first] = lines
  if (!first?.header) throw new Error('it is empty')
  return recordingOf(first.header, lines)
}

/** Line by line; the first is the header. */
export async function* readTape(file: string): AsyncGenerator<Line> {
  let first = true
  for await (const line of linesOf(file)) {
    yield first ? { header: headerOf(line) } : (line as Line)
    first = false
  }
}

function headerOf(line: { readonly header?: unknown }): Header {
  const { version } = (line.header ?? {}) as { version?: unknown }
  if (line.header === undefined) throw new Error('its first line is not the header of a recording')
  if (version !== TAPE_VERSION)
    throw new Error(`its form is version ${version}, and this version of the suite reads ${TAPE_VERSION}`)
  const parsed = HeaderForm.safeParse(line.header)
  if (parsed.success) return parsed.data as unknown as Header
  throw new Error(`its header cannot be used: ${parsed.error.issues[0]?.path.join('.')}`)
}

type Loose = { readonly [member: string]: unknown }

/** JSON objects line by line, until one is cut off. */
async function* linesOf(file: string): AsyncGenerator<Loose> {
  let values = 0
  for await (const text of textsOf(file)) {
    const line = parseJson(text).json as Json | undefined
    if (typeof line !== 'object' || line === null || Array.isArray(line)) return
    const { exchange } = line as Loose
    if (exchange !== undefined && !ExchangeForm.safeParse(exchange).success) return
    values += valuesIn(line)
    check(values <= MOST_VALUES, `${MOST_VALUES} values`)
    yield line as Loose
  }
}

const valuesIn = (json: unknown): number =>
  typeof json === 'object' && json !== null ? Object.values(json).reduce((sum, item) => sum + valuesIn(item), 1) : 1

/** Lines, up to where the file is spoilt. node's own reader of lines copies what it has of a long one with each piece that comes. */
async function* textsOf(file: string): AsyncGenerator<string> {
  let pieces: Buffer[] = []
  let [bytes, ofLine] = [0, 0]
  const whole = () => {
    ofLine = 0
    const line = Buffer.concat(pieces)
    check(!holdsMoreValues(line, MOST_VALUES_OF_LINE), `${MOST_VALUES_OF_LINE} values in a line`)
    const text = line.toString()
    pieces = []
    return text
  }
  for await (const piece of unzipped(file)) {
    let from = 0
    bytes += piece.length
    check(bytes <= MOST_BYTES, `${MOST_BYTES / 1024 ** 2} MiB uncompressed`)
    for (let end = piece.indexOf('\n'); end >= 0; end = piece.indexOf('\n', from)) {
      pieces.push(piece.subarray(from, end))
      from = end + 1
      yield whole()
    }
    pieces.push(piece.subarray(from))
    ofLine += piece.length - from
    check(ofLine <= MOST_OF_LINE, `${MOST_OF_LINE / 1024 ** 2} MiB in a line`)
  }
  yield whole()
}

async function* unzipped(file: string): AsyncGenerator<Buffer> {
  const gzipped = await isGzip(file)
  const source = createReadStream(file)
  const input = gzipped ? source.pipe(createGunzip({ finishFlush: constants.Z_SYNC_FLUSH })) : source
  source.on('error', (error) => input.destroy(error))
  try {
    yield* input
  } catch {
    // What came before is whole.
  } finally {
    source.destroy()
  }
}

async function isGzip(file: string): Promise<boolean> {
  const handle = await open(file)
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(2), 0, 2, 0)
    return bytesRead === 2 && buffer.readUInt16BE() === 0x1f8b
  } finally {
    await handle.close()
  }
}
