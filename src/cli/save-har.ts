import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Report } from '../core/results.ts'
import type { Settings } from '../core/settings.ts'
import { tapeFile } from '../engine/recording/file.ts'
import { HAR_FILE, writeHar } from '../engine/recording/har/write.ts'
import { messageOf } from './errors.ts'

/** Makes a HAR of what the run kept, and tells what went wrong. What was kept for that alone goes. */
export async function saveHar(report: Report, settings: Settings): Promise<string[]> {
  const tapes = report.targets.flatMap(({ variant }) => tapeFile(settings, variant) ?? []).filter(existsSync)
  const problems = settings.reporters.includes('har') ? await harOf(report, settings.out, tapes) : []
  if (settings.record !== 'all') for (const tape of tapes) rmSync(tape, { force: true })
  return problems
}

/** A HAR that cannot be written does not take away what else a run tells. */
export async function harOf(
  { targets }: Pick<Report, 'targets'>,
  out: string,
  tapes: readonly string[],
): Promise<string[]> {
  const titles = new Map(
    targets.flatMap(({ rules }) => rules.map(({ id, status, title }) => [id, `${status}: ${title}`])),
  )
  return writeHar(join(out, HAR_FILE), tapes, titles).then(
    () => [],
    (error) => [`${HAR_FILE} cannot be written: ${messageOf(error)}`],
  )
}
