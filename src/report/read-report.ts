import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { parseJson } from '../core/json.ts'
import { DEPTHS, VARIANTS } from '../core/literal-types.ts'
import { whyUnreadable } from '../core/read-text-file.ts'
import { CONTEXTS, type Report, STATUSES } from '../core/results.ts'
import { UsageError } from '../core/usage-error.ts'

const text = z.string().optional()

const Failure = z.looseObject({
  summary: text,
  expected: text,
  actual: text,
  warning: z.literal(true).optional(),
  flaky: text,
  context: z.enum(CONTEXTS).optional(),
  curl: text,
  noCurl: text,
  again: text,
  explained: z.array(z.string()).optional(),
  blocks: z.array(z.string()).optional(),
})

const Rule = z.looseObject({
  id: z.string().regex(/^[ab](\.[a-z0-9-]+)+$/),
  level: z.enum(['stated', 'implied', 'observed']),
  section: z.string(),
  title: z.string(),
  status: z.enum(STATUSES),
  cases: z.number(),
  requests: z.number(),
  durationMs: z.number(),
  reason: text,
  note: text,
  latency: z.looseObject({ p50: z.number(), p99: z.number() }).optional(),
  failure: Failure.optional(),
})

const Target = z.looseObject({
  variant: z.enum(VARIANTS),
  baseUrl: z.string(),
  verdict: z.enum(['conformant', 'nonconformant', 'inconclusive']),
  scope: z.enum(['complete', 'partial']).optional(),
  requests: z.number(),
  retries: z.number(),
  stopped: text,
  counts: z.record(z.string(), z.number()),
  rules: z.array(Rule),
})

/** The fields that readers of a report rely on; others pass unchecked. */
const Shape = z.looseObject({
  schemaVersion: z.literal(1),
  suite: z.looseObject({ name: z.string(), version: z.string() }),
  run: z.looseObject({
    startedAt: z.string(),
    durationMs: z.number(),
    seed: z.number(),
    depth: z.enum(DEPTHS),
    strict: z.boolean(),
    complete: z.boolean(),
    interrupted: z.boolean(),
    catalogue: z.number().optional(),
    crash: text,
    recording: z.array(z.string()).optional(),
  }),
  targets: z.array(Target),
})

/** The report in a file, or in the folder that a run wrote it to. Throws a UsageError of one line for anything else. */
export function readReport(path: string): Report {
  const text = textOf(path)
  const name = JSON.stringify(path)
  // Lossless: a case may hold an integer beyond 2^53.
  const { json: value, fault } = parseJson(text)
  if (fault !== undefined) throw new UsageError(`${name} is not a report: it is not JSON; name ${REPORT}`)
  const version = (value as { schemaVersion?: unknown } | null)?.schemaVersion
  if (typeof version === 'number' && version > 1)
    throw new UsageError(`${name} was written by a later version of the suite (schemaVersion ${version})`)
  const parsed = Shape.safeParse(value)
  if (parsed.success) return value as unknown as Report
  const { path: where, message } = parsed.error.issues[0]!
  throw new UsageError(`${name} is not a report of tenant-conformance: ${where.join('.') || 'the whole'}: ${message}`)
}

/** A report as an argument. */
const REPORT = 'the folder that `run` wrote, such as conformance-report, or the report.json in it'

/** Ten times the size of the largest report. */
const MOST_BYTES = 64 * 1024 * 1024

/** The `report.json` in a folder, or the file itself. Throws if there is nothing. */
export const reportFile = (path: string): string => (statSync(path).isDirectory() ? join(path, 'report.json') : path)

function textOf(path: string): string {
  try {
    const file = reportFile(path)
    if (statSync(file).size > MOST_BYTES)
      throw new UsageError(`${JSON.stringify(path)} is not a report: it is larger than 64 MiB`)
    return readFileSync(file, 'utf8')
  } catch (error) {
    if (error instanceof UsageError) throw error
    const why = statSync(path, { throwIfNoEntry: false })?.isDirectory() ? 'has no report.json' : whyUnreadable(error)
    throw new UsageError(`${JSON.stringify(path)} ${why}: name ${REPORT}`)
  }
}
