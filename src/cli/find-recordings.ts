import { closeSync, openSync, readSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { UsageError } from '../core/usage-error.ts'
import { readRecording } from '../engine/recording/read-recording.ts'
import type { Recording } from '../engine/recording/recording.ts'
import { readReport } from '../report/read-report.ts'

export interface Found {
  readonly path: string
  readonly recording: Recording
}

/** The recordings of a report, or the one that is named itself. Throws a UsageError of one line where there is none. */
export async function findRecordings(path: string): Promise<Found[]> {
  if (isRecording(path)) return [await read(path, path)]
  const { run } = readReport(path)
  const names = run.recording ?? []
  if (names.length === 0) throw new UsageError(`${path}: its run was not recorded; \`run --record all\` does that`)
  const found: Found[] = []
  const folder = statSync(path).isDirectory() ? path : dirname(path)
  for (const name of names) found.push(await read(join(folder, basename(name)), path))
  const other = found.find(({ recording }) => recording.header.settings.seed !== run.seed)
  if (other) throw new UsageError(`${other.path}: is the recording of another run than that of ${path}`)
  return found
}

async function read(path: string, named: string): Promise<Found> {
  const recording = await readRecording(path).catch((error: NodeJS.ErrnoException) => {
    const beside = path === named ? '' : ` (beside ${named})`
    throw new UsageError(
      `${path}${beside}: ${error.code === 'ENOENT' ? 'no such file' : `is no recording: ${error.message}`}`,
    )
  })
  if (recording.header.keep !== 'all')
    throw new UsageError(`${path}: holds the exchanges of failures only; \`run --record all\` keeps all that is needed`)
  return { path, recording }
}

const HEADER = '{"header"'

/** By its first bytes: gzip, or the header in plain text. What cannot be read is left to who reads it. */
function isRecording(path: string): boolean {
  const start = Buffer.alloc(HEADER.length)
  try {
    const fd = openSync(path, 'r')
    try {
      readSync(fd, start, 0, start.length, 0)
    } finally {
      closeSync(fd)
    }
  } catch {
    return false
  }
  return start.readUInt16BE() === 0x1f8b || start.toString() === HEADER
}
