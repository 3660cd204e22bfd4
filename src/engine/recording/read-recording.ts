import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { constants, createGunzip } from 'node:zlib'
import { z } from 'zod'
import { REVISION } from '../../core/catalog.ts'
import { type Json, parseJson } from '../../core/json.ts'
import { holdsMoreValues } from '../../http/decode-body.ts'
import { type Header, type Line, RECORDING_VERSION } from './format.ts'
import { type Recording, recordingOf } from './recording.ts'

/** Validates the header before anything else is read. */
const HeaderForm = z.looseObject({
  version: z.literal(RECORDING_VERSION),
  suite: z.looseObject({ name: z.string(), version: z.string() }),
  startedAt: z.iso.datetime(),
  keep: z.enum(['all', 'failures']),
  variant: z.enum(['a', 'b']),
  settings: z.looseObject({
    seed: z.int(),
    depth: z.enum(['quick', 'standard', 'exhaustive']),
    strict: z.boolean(),
    rules: z.array(z.string()),
    shard: z.object({ index: z.int().min(1), of: z.int().min(1) }).optional(),
    timing: z.boolean(),
    concurrency: z.int().min(1),
    catalogue: z.int().min(1).max(REVISION, 'a later revision than this version of the suite has').optional(),
  }),
  target: z.looseObject({
    baseUrl: z.url(),
    ordered: z.boolean(),
    noScopeEndpoints: z.array(z.string()),
    keys: z.looseObject({ active: z.object({ env: z.string(), prefix: z.string(), keyId: z.string() }) }),
  }),
  control: z.array(z.string()),
  byHand: z.boolean(),
  confirms: z.boolean().optional(),
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

/** Several times what an exhaustive run records, and few enough to fit in memory. A body has at most 150,000 values, see `body-decoder.ts`. */
const MAX_LINE_BYTES = 32 * 1024 ** 2
const MAX_BYTES = 256 * 1024 ** 2
const MAX_LINE_VALUES = 500_000
const MAX_VALUES = 5_000_000

function check(isWithin: boolean, limit: string): void {
  if (!isWithin) throw new Error(`it has more than ${limit}, which no run records`)
}

/** Read a recording up to its first damaged line. Throws an Error that says why the file is not a recording. */
export async function readRecording(file: string): Promise<Recording> {
  const lines: Line[] = []
  for await (const line of readLines(file)) lines.push(line)
  const [first] = lines
  if (!first?.header) throw new Error('it is empty')
  return recordingOf(first.header, lines)
}

/** Read a recording line by line. The first line is the validated header. */
export async function* readLines(file: string): AsyncGenerator<Line> {
  let first = true
  for await (const line of linesOf(file)) {
    yield first ? { header: headerOf(line) } : (line as Line)
    first = false
  }
}

function headerOf(line: { readonly header?: unknown }): Header {
  const { version } = (line.header ?? {}) as { version?: unknown }
  if (line.header === undefined) throw new Error('its first line is not the header of a recording')
  if (version !== RECORDING_VERSION)
    throw new Error(`its format version is ${version}, but this version of the suite reads ${RECORDING_VERSION}`)
  const parsed = HeaderForm.safeParse(line.header)
  if (parsed.success) return parsed.data as unknown as Header
  throw new Error(`its header is invalid: ${parsed.error.issues[0]?.path.join('.')}`)
}

type Loose = { readonly [property: string]: unknown }

/** Parse lines as JSON objects up to the first damaged one. */
async function* linesOf(file: string): AsyncGenerator<Loose> {
  let values = 0
  for await (const text of textsOf(file)) {
    const line = parseJson(text).json as Json | undefined
    if (typeof line !== 'object' || line === null || Array.isArray(line)) return
    const { exchange } = line as Loose
    if (exchange !== undefined && !ExchangeForm.safeParse(exchange).success) return
    values += valuesIn(line)
    check(values <= MAX_VALUES, `${MAX_VALUES} values`)
    yield line as Loose
  }
}

const valuesIn = (json: unknown): number =>
  typeof json === 'object' && json !== null ? Object.values(json).reduce((sum, item) => sum + valuesIn(item), 1) : 1

/** Split into lines up to the first read error. Not `readline`: it copies a long line again for every chunk. */
async function* textsOf(file: string): AsyncGenerator<string> {
  let chunks: Buffer[] = []
  let [bytes, lineBytes] = [0, 0]
  const takeLine = () => {
    lineBytes = 0
    const line = Buffer.concat(chunks)
    check(!holdsMoreValues(line, MAX_LINE_VALUES), `${MAX_LINE_VALUES} values in a line`)
    const text = line.toString()
    chunks = []
    return text
  }
  for await (const chunk of unzipped(file)) {
    let from = 0
    bytes += chunk.length
    check(bytes <= MAX_BYTES, `${MAX_BYTES / 1024 ** 2} MiB uncompressed`)
    for (let end = chunk.indexOf('\n'); end >= 0; end = chunk.indexOf('\n', from)) {
      chunks.push(chunk.subarray(from, end))
      from = end + 1
      yield takeLine()
    }
    chunks.push(chunk.subarray(from))
    lineBytes += chunk.length - from
    check(lineBytes <= MAX_LINE_BYTES, `${MAX_LINE_BYTES / 1024 ** 2} MiB in a line`)
  }
  yield takeLine()
}

async function* unzipped(file: string): AsyncGenerator<Buffer> {
  const gzipped = await isGzip(file)
  const source = createReadStream(file)
  const input = gzipped ? source.pipe(createGunzip({ finishFlush: constants.Z_SYNC_FLUSH })) : source
  source.on('error', (error) => input.destroy(error))
  try {
    yield* input
  } catch {
    // A truncated file is usable up to here.
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
